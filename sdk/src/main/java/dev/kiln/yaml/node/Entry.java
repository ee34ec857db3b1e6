package dev.kiln.yaml.node;

/** A key of a map and its value. */
public record Entry(Node key, Node value) {
  /** The key as text. */
  public String name() {
    return key.isScalar() ? key.text() : key.toString();
  }

  /** Whether the key as text begins with {@code prefix}. Most keys are compared in place. */
  public boolean nameStartsWith(String prefix) {
    return key.isScalar() ? key.textStartsWith(prefix) : name().startsWith(prefix);
  }
}
