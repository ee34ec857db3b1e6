package dev.kiln.fn;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What YAML or JSON says, at paths such as {@code items[0].name} and {@code items[*].name}. */
record YamlTree(Node root) {
  static YamlTree of(String text) {
    return new YamlTree(Yaml.parse(text));
  }

  static YamlTree read(Path file) throws IOException {
    return of(Files.readString(file));
  }

  Node at(String path) {
    return root.find(path).orElseThrow(() -> new AssertionError("no " + path + " in: " + root));
  }

  String text(String path) {
    return at(path).text();
  }

  List<String> texts(String path) {
    return root.findAll(dev.kiln.yaml.node.Path.of(path)).stream()
        .map(match -> match.node().text())
        .toList();
  }
}
