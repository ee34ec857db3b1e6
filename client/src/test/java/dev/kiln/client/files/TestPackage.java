package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A folder of files for a test. */
record TestPackage(Path root) {
  TestPackage {
    root = root.toAbsolutePath();
  }

  TestPackage with(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, text.getBytes(UTF_8));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A ConfigMap in a file of its own, unless the path says otherwise. */
  TestPackage withItem(String path) {
    return with(path, configMap(PackagePath.name(path)));
  }

  static String configMap(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n";
  }

  PackageFolder read() {
    return PackageFolder.read(root, ReadOptions.defaults());
  }

  PackageFolder recoverAndRead() {
    return PackageFolder.recoverAndRead(root, ReadOptions.defaults());
  }

  String text(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every file that is there, with its text. */
  Map<String, String> texts() {
    var texts = new TreeMap<String, String>();
    if (!Files.exists(root)) {
      return texts;
    }
    try (var files = Files.walk(root)) {
      files
          .filter(file -> !Files.isDirectory(file))
          .forEach(file -> texts.put(root.relativize(file).toString(), text(file.toString())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }

  /** Every item, as {@code change} has it; null deletes. */
  static List<PlacedItem> placed(PackageFolder read, UnaryOperator<PlacedItem> change) {
    return read.items().stream().map(PlacedItem::unchanged).map(change).toList();
  }
}
