package dev.kiln.yaml.node;

/** Where a comment stands, seen from the entry or item that it is about. */
public enum Comment {
  /** On the lines right above. */
  HEAD,
  /** Behind it on its line; for a map or list behind its key. */
  LINE,
  /** On the lines right below, with a blank line or the end of the block behind them. */
  FOOT
}
