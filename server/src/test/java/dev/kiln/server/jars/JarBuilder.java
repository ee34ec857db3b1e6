package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.testkit.TempFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** A jar in the making: sources, which are compiled, and files beside the classes. */
final class JarBuilder {
  /** The member of an ItemFunction that does nothing. */
  static final String SAME = " public Resource apply(Resource item, Call call) { return item; } ";

  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface|enum) (\\w+)");

  private static final String HEAD =
      "package com.example; import dev.kiln.sdk.*; import java.util.*; import java.util.function.*;";

  /** Many tests need the same class. */
  private static final Map<String, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final List<String> functions = new ArrayList<>();

  /** A jar with a function that says, as an info, what {@code body} returns. */
  static JarBuilder saying(String body) {
    return saying("say", body);
  }

  static JarBuilder saying(String name, String body) {
    return new JarBuilder()
        .function(
            name,
            """
            public final class Say implements KrmFunction {
              @Override public ResourceList apply(ResourceList in, Call call) {
                try {
                  call.info(String.valueOf(say()));
                } catch (Exception e) {
                  call.warn("caught " + e);
                }
                return in;
              }
              static Object say() throws Exception { %s }
            }
            """
                .formatted(body));
  }

  /** A jar with the function {@code keep} that does nothing, a class with these members too. */
  static JarBuilder keeping(String members) {
    return new JarBuilder()
        .function(
            "keep",
            """
            public class Keep implements KrmFunction {
              %s
              public ResourceList apply(ResourceList in, Call call) { return in; }
            }
            """
                .formatted(members));
  }

  /** A class of the package com.example, its definition, and its line among the functions. */
  JarBuilder function(String name, String source) {
    String type = typeOf(source);
    return java(source)
        .file("com/example/" + type + ".yaml", definition(name, type))
        .line("com.example." + type);
  }

  static String definition(String name, String kind) {
    return """
    apiVersion: config.kubernetes.io/v1alpha1
    kind: KRMFunctionDefinition
    metadata: {name: %s}
    spec:
      group: example.com
      names: {kind: %s}
      versions:
      - name: v1
        schema:
          openAPIV3Schema:
            type: object
            properties:
              word: {type: string, maxLength: 5}
    """
        .formatted(name, kind);
  }

  /** A line of the file that names the functions. */
  JarBuilder line(String className) {
    functions.add(className);
    return file("META-INF/kiln/functions", String.join("\n", functions));
  }

  JarBuilder java(String source) {
    files.putAll(compiled(source));
    return this;
  }

  JarBuilder file(String name, String text) {
    return file(name, text.getBytes(UTF_8));
  }

  JarBuilder file(String name, byte[] bytes) {
    files.put(name, bytes);
    return this;
  }

  JarBuilder without(String name) {
    files.remove(name);
    return this;
  }

  JarBuilder manifest(String text) {
    return file("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + text);
  }

  byte[] bytes() {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (var file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  Path in(Path folder, String name) throws IOException {
    return Files.write(folder.resolve(name), bytes());
  }

  /** One of the class files of a source. */
  static byte[] compiled(String source, String name) {
    return Objects.requireNonNull(compiled(source).get("com/example/" + name + ".class")).clone();
  }

  /** The class files of a source of the package com.example, by their places in a jar. */
  private static Map<String, byte[]> compiled(String source) {
    return COMPILED.computeIfAbsent(source, JarBuilder::compile);
  }

  private static Map<String, byte[]> compile(String source) {
    try (TempFolder work = TempFolder.create()) {
      Path file = Files.writeString(work.resolve(typeOf(source) + ".java"), HEAD + source);
      Path classes = Files.createDirectory(work.resolve("classes"));
      var options = List.of("-proc:none", "-d", classes.toString());
      var said = new StringWriter();
      var compiler = ToolProvider.getSystemJavaCompiler();
      try (var files = compiler.getStandardFileManager(null, null, UTF_8)) {
        var sources = files.getJavaFileObjects(file);
        if (!compiler.getTask(said, files, null, options, null, sources).call()) {
          throw new IllegalArgumentException(said.toString());
        }
      }
      return read(classes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> read(Path classes) throws IOException {
    var read = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        read.put(classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return read;
  }

  private static String typeOf(String source) {
    Matcher type = TYPE.matcher(source);
    if (!type.find()) {
      throw new IllegalArgumentException("no type in " + source);
    }
    return type.group(1);
  }
}
