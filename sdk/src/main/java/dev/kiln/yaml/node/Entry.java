package dev.kiln.yaml.node;

/** A key of a map and its value. */
public record Entry(Node key, Node value) {
  /** The key as text. */
  public String name() {
    return key.isScalar() ? key.text() : key.toString();
  }
}
