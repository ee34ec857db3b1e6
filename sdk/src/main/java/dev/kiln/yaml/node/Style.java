package dev.kiln.yaml.node;

/** The style in which a node is written. */
public enum Style {
  PLAIN,
  SINGLE,
  DOUBLE,
  LITERAL,
  FOLDED,
  BLOCK,
  FLOW
}
