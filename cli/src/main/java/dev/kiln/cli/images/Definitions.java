package dev.kiln.cli.images;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Json;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The definitions of the functions of an image. */
public record Definitions(List<FunctionDefinition> all) {
  private static final String FITS =
      "a KRMFunctionDefinition, a list of them, or several documents";

  /**
   * Takes a copy.
   *
   * @throws ImageException if two of them are of one name
   */
  public Definitions {
    all = List.copyOf(all);
    var names = new HashSet<String>();
    for (FunctionDefinition one : all) {
      if (!names.add(one.name())) {
        throw new ImageException(
            "functions", "two definitions of " + one.name(), "one for each function");
      }
    }
  }

  /** Of an image to which they are to be added; only its own jars are looked for in it. */
  static Definitions of(Source source, Supplier<Contents> image) {
    return switch (source) {
      case Source.Given(Definitions given) -> given;
      case Source.OfItsJars _ -> InnerJars.definitions(image.get());
    };
  }

  /** These and those. */
  public Definitions plus(Definitions those) {
    return new Definitions(Stream.concat(all.stream(), those.all.stream()).toList());
  }

  /** What they are called. */
  public List<String> names() {
    return all.stream().map(FunctionDefinition::name).toList();
  }

  /** How an image carries them: one as it is, several as a list. */
  String json() {
    List<String> each = all.stream().map(one -> Json.toJson(one.node())).toList();
    return each.size() == 1
        ? each.getFirst()
        : each.stream().collect(Collectors.joining(",", "[", "]"));
  }

  /**
   * Of a file, in YAML or JSON.
   *
   * @throws ImageException if there are none in it, or something else
   */
  public static Definitions ofFile(Path file) {
    try {
      var found = new ArrayList<FunctionDefinition>();
      List<Node> documents = Yaml.parseAll(Files.readAllBytes(file));
      for (int i = 0; i < documents.size(); i++) {
        String place = documents.size() == 1 ? "" : "document " + (i + 1) + ": ";
        read(file + ": " + place, documents.get(i), found);
      }
      if (found.isEmpty()) {
        throw new ImageException(file.toString(), "no definition", FITS);
      }
      return new Definitions(found);
    } catch (BadYaml e) {
      throw new ImageException(file.toString(), e.getMessage(), FITS);
    } catch (IOException e) {
      throw ImageException.of(file.toString(), e);
    }
  }

  private static void read(String place, Node document, List<FunctionDefinition> found) {
    if (document.isNull()) {
      return; // between two lines of dashes
    }
    List<Node> all = document.isList() ? document.items() : List.of(document);
    for (Node one : all) {
      try {
        String text = document.isList() ? Json.toJson(one.refuseDuplicateKeys()) : one.toString();
        var definition = FunctionDefinition.parse(text.getBytes(StandardCharsets.UTF_8));
        Json.toJson(definition.node()); // which must be able to say it
        found.add(definition);
      } catch (BadYaml | BadInput e) {
        throw new ImageException(place + e.getMessage());
      }
    }
  }

  /**
   * Of a jar, or of all jars of a folder, as a host finds them. No code of theirs runs.
   *
   * @throws ImageException if that is no such thing, or has none
   */
  public static Definitions ofJars(Path jarOrFolder) {
    try {
      List<Path> jars = Files.isDirectory(jarOrFolder) ? jars(jarOrFolder) : List.of(jarOrFolder);
      if (jars.isEmpty()) {
        throw new ImageException(jarOrFolder.toString(), "no jar", "a jar, or a folder of jars");
      }
      var found = new ArrayList<FunctionDefinition>();
      for (Path jar : jars) {
        found.addAll(ofJar(jar, jar.toString()));
      }
      return new Definitions(found);
    } catch (IOException e) {
      throw ImageException.of(jarOrFolder.toString(), e);
    }
  }

  /** As a host lists them. */
  private static List<Path> jars(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[!.]*.jar")) {
      var all = new ArrayList<Path>();
      files.forEach(all::add);
      all.sort(Path::compareTo);
      return all;
    }
  }

  /**
   * Of one jar.
   *
   * @param place what people call it
   */
  static List<FunctionDefinition> ofJar(Path jar, String place) throws IOException {
    new JarFile(jar.toFile()).close(); // a loader passes over what is no jar
    URL[] urls = {jar.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      List<FunctionClass> functions = FunctionLoader.findAll(loader);
      if (functions.isEmpty()) {
        throw new ImageException(
            place,
            "names no function",
            "a jar with " + FunctionLoader.FILE + ", as a host wants it");
      }
      return functions.stream().map(FunctionClass::definition).toList();
    } catch (IllegalStateException e) {
      throw new ImageException(place + ": " + Optional.ofNullable(e.getMessage()).orElse(""));
    }
  }
}
