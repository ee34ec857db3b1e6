package dev.kiln.runtime.kind;

import dev.kiln.yaml.node.Node;

/** Knows where in a file something of a declaration stands. */
public interface SourceLocator {
  /** As {@code path:line:column}. */
  String of(Node node);
}
