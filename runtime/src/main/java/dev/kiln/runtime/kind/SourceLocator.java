package dev.kiln.runtime.kind;

import dev.kiln.yaml.node.Node;

/** Finds the place of a part of a declaration in its file. */
public interface SourceLocator {
  /** The place, as {@code path:line:column}. */
  String of(Node node);
}
