package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;

/** Converts a node to a value of one type. */
@FunctionalInterface
interface Converter {
  /**
   * Converts a node.
   *
   * @param path the path of the node in the functionConfig, for messages
   * @param fromText whether the node comes from a ConfigMap, where every value is a text
   * @throws BadInput if the node does not fit
   */
  Object convert(Node node, Path path, boolean fromText);
}
