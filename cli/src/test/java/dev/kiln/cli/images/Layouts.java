package dev.kiln.cli.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes layouts for tests, and looks whether one is what it says. */
final class Layouts {
  static final String INDEX_TYPE = "application/vnd.oci.image.index.v1+json";
  static final String MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
  static final String CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";
  static final String LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar";

  private Layouts() {}

  /** A blob of a folder that is, or becomes, a layout; its descriptor. */
  static String blob(Path folder, String mediaType, byte[] bytes) throws IOException {
    Path blobs = Files.createDirectories(folder.resolve("blobs/sha256"));
    Files.write(blobs.resolve(sha256(bytes)), bytes);
    return "{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d}"
        .formatted(mediaType, sha256(bytes), bytes.length);
  }

  static String blob(Path folder, String mediaType, String json) throws IOException {
    return blob(folder, mediaType, json.getBytes(UTF_8));
  }

  /** An image without layers; its descriptor. */
  static String image(Path folder, String architecture) throws IOException {
    return image(folder, architecture, "{\"User\":\"65534\",\"Labels\":{\"a\":\"b\"}}");
  }

  /** An image of those layers, the lowest first; its descriptor. */
  static String image(Path folder, String architecture, String config, byte[]... layers)
      throws IOException {
    String json =
        "{\"architecture\":\"%s\",\"os\":\"linux\",\"config\":%s}".formatted(architecture, config);
    String described = blob(folder, CONFIG_TYPE, json);
    var all = new StringBuilder();
    for (byte[] layer : layers) {
      all.append(all.isEmpty() ? "" : ",").append(blob(folder, LAYER_TYPE, layer));
    }
    return blob(folder, MANIFEST_TYPE, manifest(described, all.toString()));
  }

  static String manifest(String config, String layers) {
    return "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s,\"layers\":[%s]}"
        .formatted(MANIFEST_TYPE, config, layers);
  }

  /** An index as a blob; its descriptor. */
  static String index(Path folder, String... descriptors) throws IOException {
    return blob(folder, INDEX_TYPE, index(descriptors));
  }

  private static String index(String... descriptors) {
    return "{\"schemaVersion\":2,\"manifests\":[%s]}".formatted(String.join(",", descriptors));
  }

  /** Makes the folder a layout, which leads to those. */
  static Path layout(Path folder, String... descriptors) throws IOException {
    Files.writeString(folder.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    Files.writeString(folder.resolve("index.json"), index(descriptors));
    return folder;
  }

  /** A descriptor with an annotation. */
  static String with(String descriptor, String key, String value) {
    return descriptor.replaceFirst("}$", ",\"annotations\":{\"%s\":\"%s\"}}".formatted(key, value));
  }

  static String named(String descriptor, String name) {
    return with(descriptor, "org.opencontainers.image.ref.name", name);
  }

  /** The digest in a descriptor. */
  static String digest(String descriptor) {
    return Yaml.parse(descriptor).find("digest").orElseThrow().text();
  }

  static Node json(Path folder, String digest) throws IOException {
    return Yaml.parse(
        Files.readAllBytes(folder.resolve("blobs").resolve(digest.replace(':', '/'))));
  }

  static Node index(Path folder) throws IOException {
    return Yaml.parse(Files.readAllBytes(folder.resolve("index.json")));
  }

  /** Follows every descriptor: what it leads to has that digest and that size. */
  static void verify(Path folder) throws IOException {
    verify(folder, index(folder));
  }

  private static void verify(Path folder, Node json) throws IOException {
    for (String list : new String[] {"manifests[*]", "config", "layers[*]"}) {
      for (var match : json.findAll(dev.kiln.yaml.node.Path.of(list))) {
        Node descriptor = match.node();
        Node digest = descriptor.at("digest");
        if (digest == null) {
          continue; // the config of a configuration
        }
        byte[] bytes =
            Files.readAllBytes(folder.resolve("blobs").resolve(digest.text().replace(':', '/')));
        long size =
            ((Number) Objects.requireNonNull(descriptor.find("size").orElseThrow().value()))
                .longValue();
        if (!digest.text().equals("sha256:" + sha256(bytes)) || size != bytes.length) {
          throw new AssertionError(descriptor + " leads to " + sha256(bytes) + ", " + bytes.length);
        }
        if (descriptor.toString().contains("+json")) {
          verify(folder, Yaml.parse(bytes));
        }
      }
    }
  }

  /** All files of a folder with what is in them. */
  static Map<String, String> files(Path folder) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), sha256(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A tar archive of a folder's files. */
  static Path archive(Path folder, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(each).toString();
        out.write(TarHeader.withBytes(name, Files.readAllBytes(each)));
      }
      out.write(new byte[1024]);
    }
    return file;
  }

  /** What an archive holds, as a folder. */
  static Path unpacked(Path archive, Path folder) throws IOException {
    try (var in = Files.newInputStream(archive)) {
      var tar = new TarReader(in);
      for (var next = tar.next(); next.isPresent(); next = tar.next()) {
        Path file = folder.resolve(next.get().name());
        Files.createDirectories(file.getParent());
        Files.copy(tar.bytes(next.get()), file);
      }
    }
    return folder;
  }

  /** A layer with files, names and bytes in turn. */
  static byte[] layer(Object... files) throws IOException {
    var tar = new ByteArrayOutputStream();
    for (int i = 0; i < files.length; i += 2) {
      tar.write(TarHeader.withBytes(files[i].toString(), (byte[]) files[i + 1]));
    }
    tar.write(new byte[1024]);
    return tar.toByteArray();
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  /** A jar with the definitions of functions; their classes are not needed. */
  static byte[] jar(String... functions) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      var index = new StringBuilder();
      for (String function : functions) {
        index.append("com.example.").append(function).append('\n');
        zip.putNextEntry(new ZipEntry("com/example/" + function + ".yaml"));
        zip.write(definition(function).getBytes(UTF_8));
      }
      zip.putNextEntry(new ZipEntry("META-INF/kiln/functions"));
      zip.write(index.toString().getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  static String definition(String name) {
    return """
    apiVersion: config.kubernetes.io/v1alpha1
    kind: KRMFunctionDefinition
    metadata:
      name: %s # its name
    spec:
      group: example.com
      names: {kind: K}
      description: "says \\"hello\\""
      versions:
      - name: v1
        conformWithSpecVersions: [v2, v1]
        idempotent: true
        runtime:
          container:
            image: example.com/fn:v1
            sha256: 0123456789abcdef
    """
        .formatted(name);
  }
}
