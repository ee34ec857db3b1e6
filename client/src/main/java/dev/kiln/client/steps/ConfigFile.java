package dev.kiln.client.steps;

import dev.kiln.client.files.FileErrors;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file that contains a functionConfig and nothing else. */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * Reads the file.
   *
   * @throws InvalidDeclarationException if the file cannot be read, or has anything but one object
   *     with a kind
   */
  public static Resource read(Path file) {
    try {
      return read(file.toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new InvalidDeclarationException(
          "%s: cannot be read: %s (expected: a file with one object)"
              .formatted(file, FileErrors.reason(e)));
    }
  }

  /**
   * Reads the content of the file.
   *
   * @param name for messages
   * @throws InvalidDeclarationException if the content is anything but one object with a kind
   */
  public static Resource read(String name, byte[] bytes) {
    try {
      List<Node> objects =
          Yaml.parseAll(bytes).stream()
              .filter(node -> !node.isNull())
              .map(Node::refuseDuplicateKeys)
              .toList();
      if (objects.isEmpty()) {
        throw new InvalidDeclarationException("%s: nothing (expected: one object)".formatted(name));
      }
      if (objects.size() > 1) {
        throw bad(name, objects.get(1), objects.size() + " objects, the second here");
      }
      return one(name, objects.getFirst());
    } catch (BadYaml e) {
      throw new InvalidDeclarationException(
          "%s:%d:%d: %s (expected: YAML or JSON)"
              .formatted(name, e.line(), e.column(), e.reason()));
    }
  }

  private static Resource one(String name, Node object) {
    if (!object.isMap()) {
      throw bad(name, object, "no object");
    }
    Resource config = Resource.of(object);
    if (config.kind().isEmpty()) {
      throw bad(name, object, "an object without kind");
    }
    return config;
  }

  private static InvalidDeclarationException bad(String name, Node at, String found) {
    return new InvalidDeclarationException(
        "%s:%d:%d: %s (expected: one object with a kind)"
            .formatted(name, at.line(), at.column(), found));
  }
}
