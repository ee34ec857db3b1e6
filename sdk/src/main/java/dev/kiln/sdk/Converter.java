package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;

/** Makes a value of one type out of a node. */
@FunctionalInterface
interface Converter {
  /**
   * The value.
   *
   * @param path where the node stands in the functionConfig, for messages
   * @param fromText whether it comes from a ConfigMap, where every value is a text
   * @throws BadInput if the node does not fit
   */
  Object convert(Node node, Path path, boolean fromText);
}
