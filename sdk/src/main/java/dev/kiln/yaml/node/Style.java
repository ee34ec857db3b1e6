package dev.kiln.yaml.node;

/** How a node is written. */
public enum Style {
  PLAIN,
  SINGLE,
  DOUBLE,
  LITERAL,
  FOLDED,
  BLOCK,
  FLOW
}
