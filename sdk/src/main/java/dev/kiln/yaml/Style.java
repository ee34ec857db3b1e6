package dev.kiln.yaml;

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
