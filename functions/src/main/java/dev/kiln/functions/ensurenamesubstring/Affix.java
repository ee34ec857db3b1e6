package dev.kiln.functions.ensurenamesubstring;

/**
 * The text that every name must contain.
 *
 * @param mode where to add the text if it is missing
 * @param text the text
 */
record Affix(Mode mode, String text) {
  /** Where to add a missing text. */
  enum Mode {
    PREPEND,
    APPEND
  }

  boolean isIn(String name) {
    return name.contains(text);
  }

  /** Adds the text to the name, even if the name contains it. */
  String addTo(String name) {
    return switch (mode) {
      case PREPEND -> text + name;
      case APPEND -> name + text;
    };
  }
}
