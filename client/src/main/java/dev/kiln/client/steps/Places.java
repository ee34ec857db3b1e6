package dev.kiln.client.steps;

import dev.kiln.yaml.node.Node;

/** Knows where in a file something of a declaration stands. */
interface Places {
  /** As {@code path:line:column}. */
  String of(Node node);
}
