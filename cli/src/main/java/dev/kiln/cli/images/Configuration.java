package dev.kiln.cli.images;

import dev.kiln.runtime.containers.ImageMetadata;
import dev.kiln.runtime.containers.ImageMetadata.Carrier;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration of an image: how it runs, and its labels.
 *
 * @param place what people call it
 */
record Configuration(String place, Node json) {
  private static final Path LABEL = Path.keys("config", "Labels", ImageMetadata.KEY);

  /** The same, with definitions as a label. */
  Node with(Definitions definitions) {
    try {
      return json.edit(edit -> edit.set(LABEL, definitions.json()));
    } catch (BadYaml e) {
      throw new ImageException(place, e.getMessage(), "the configuration of an image");
    }
  }

  Carrier labels() {
    return Carrier.of("label", json, "config.Labels");
  }

  String user() {
    return json.find("config.User").flatMap(Node::string).orElse("");
  }

  /** {@code linux/arm/v7}, as far as it says. */
  String platform() {
    return Stream.of("os", "architecture", "variant")
        .map(key -> Optional.ofNullable(json.at(key)).flatMap(Node::string).orElse(""))
        .takeWhile(word -> !word.isEmpty())
        .collect(Collectors.joining("/"));
  }
}
