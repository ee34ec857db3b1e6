package dev.kiln.cli.images;

import dev.kiln.sdk.loading.FunctionDefinition;
import dev.kiln.yaml.node.Node;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jars of functions that an image brings along for a host that runs in it. */
final class InnerJars {
  private static final String FOLDER = "KRM_FUNCTION_FUNCTIONS_DIR";
  private static final String NAME = "KRM_FUNCTION_NAME";
  private static final String USUAL = "/functions";
  private static final String OTHERWISE = "definitions by --definition FILE or --functions JAR";

  private static final String HIDDEN = ".wh.";
  private static final String ALL_HIDDEN = ".wh..wh..opq";
  private static final int GZIP = 0x1f8b;
  private static final int ZSTD = 0x28b5;

  private final Contents image;
  private final String folder;
  private final Set<String> only;

  private InnerJars(Contents image) {
    this.image = image;
    Map<String, String> variables = variables(image.config());
    this.folder = variables.getOrDefault(FOLDER, USUAL).replaceAll("^/+|/+$", "");
    this.only =
        Stream.of(variables.getOrDefault(NAME, "").split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> variables(Node config) {
    var variables = new HashMap<String, String>();
    List<Node> all = config.find("config.Env").map(Node::items).orElse(List.of());
    for (Node one : all) {
      String[] parts = one.string().orElse("").split("=", 2);
      if (parts.length == 2 && !parts[1].isEmpty()) {
        variables.put(parts[0], parts[1]);
      }
    }
    return variables;
  }

  /** What they say of the functions in them or, if the image runs just some, of those. */
  static Definitions definitions(Contents image) {
    try {
      return new InnerJars(image).definitions();
    } catch (IOException e) {
      throw ImageException.of(image.place(), e);
    }
  }

  private Definitions definitions() throws IOException {
    Path work = Files.createTempDirectory("kiln-jars");
    var jars = new TreeMap<String, Path>();
    try {
      for (int i = 0; i < image.layers().size(); i++) {
        layer(image.layers().get(i), Files.createDirectory(work.resolve("" + i)), jars);
      }
      var found = new ArrayList<FunctionDefinition>();
      for (Map.Entry<String, Path> jar : jars.entrySet()) {
        String place = "%s, /%s/%s".formatted(image.place(), folder, jar.getKey());
        found.addAll(Definitions.ofJar(jar.getValue(), place));
      }
      return new Definitions(chosen(found));
    } finally {
      Siblings.removeAll(work);
    }
  }

  private List<FunctionDefinition> chosen(List<FunctionDefinition> found) {
    if (found.isEmpty()) {
      throw new ImageException(image.place(), "no jars in /" + folder, OTHERWISE);
    }
    var missing = new TreeSet<>(only);
    found.forEach(one -> missing.remove(one.name()));
    if (!missing.isEmpty()) {
      String names = String.join(", ", missing);
      throw new ImageException(
          image.place(), NAME + " has " + names + ", of no jar in /" + folder, OTHERWISE);
    }
    return found.stream().filter(one -> only.isEmpty() || only.contains(one.name())).toList();
  }

  /** Adds the jars of a layer, after what it says of the layers below. */
  private void layer(Contents.Layer layer, Path work, Map<String, Path> jars) throws IOException {
    var added = new TreeMap<String, Path>();
    try (InputStream in = layer.open()) {
      var tar = new TarReader(unpacked(in));
      for (var next = tar.next(); next.isPresent(); next = tar.next()) {
        TarEntry entry = next.get();
        hide(entry.name(), jars);
        if (isJar(entry.name())) {
          String name = entry.name().substring(folder.length() + 1);
          jars.remove(name);
          added.put(name, copy(tar, entry, work.resolve(name)));
        }
      }
      in.transferTo(OutputStream.nullOutputStream()); // to the end, for its digest
    }
    jars.putAll(added);
  }

  private boolean isJar(String name) {
    return name.startsWith(folder + "/")
        && name.indexOf('/', folder.length() + 1) < 0
        && !name.startsWith(".", folder.length() + 1)
        && name.endsWith(".jar");
  }

  private Path copy(TarReader tar, TarEntry entry, Path file) throws IOException {
    if (!entry.isFile()) {
      throw new ImageException(image.place(), "/" + entry.name() + " is no file", OTHERWISE);
    }
    Files.copy(tar.bytes(entry), file);
    return file;
  }

  /** What a layer says is no longer there of those below it. */
  private void hide(String name, Map<String, Path> jars) {
    int slash = name.lastIndexOf('/');
    String parent = name.substring(0, slash + 1);
    String last = name.substring(slash + 1);
    boolean above = (folder + "/").startsWith(parent);
    if (last.equals(ALL_HIDDEN) && above) {
      jars.clear();
    } else if (last.startsWith(HIDDEN)) {
      String hidden = parent + last.substring(HIDDEN.length());
      if ((folder + "/").startsWith(hidden + "/")) {
        jars.clear();
      } else if (parent.equals(folder + "/")) {
        jars.remove(last.substring(HIDDEN.length()));
      }
    }
  }

  private InputStream unpacked(InputStream in) throws IOException {
    var buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(2);
    int magic = (buffered.read() << 8) | buffered.read();
    buffered.reset();
    return switch (magic) {
      case GZIP -> new LayerGzipInputStream(buffered);
      case ZSTD -> throw new ImageException(image.place(), "a layer that zstd packed", OTHERWISE);
      default -> buffered;
    };
  }
}
