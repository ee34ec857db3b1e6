package dev.kiln.yaml.node;

/** The position of a comment, relative to the entry or item that it is about. */
public enum Comment {
  /** On the lines directly above. */
  HEAD,
  /** On the same line, after the value; for a map or list, after its key. */
  LINE,
  /** On the lines directly below, followed by a blank line or the end of the block. */
  FOOT
}
