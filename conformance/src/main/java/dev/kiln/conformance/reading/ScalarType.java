package dev.kiln.conformance.reading;

/** What a single value is. */
public enum ScalarType {
  STRING("a string"),
  NUMBER("a number"),
  BOOLEAN("a boolean"),
  NULL("null");

  private final String text;

  ScalarType(String text) {
    this.text = text;
  }

  /** What a person calls it. */
  public String text() {
    return text;
  }
}
