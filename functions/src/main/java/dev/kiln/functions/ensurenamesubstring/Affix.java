package dev.kiln.functions.ensurenamesubstring;

/**
 * What every name is to contain.
 *
 * @param mode where it goes if it is missing
 * @param text the text
 */
record Affix(Mode mode, String text) {
  /** Where a missing text goes. */
  enum Mode {
    PREPEND,
    APPEND
  }

  boolean isIn(String name) {
    return name.contains(text);
  }

  /** The name with the text, whether it has it or not. */
  String addTo(String name) {
    return switch (mode) {
      case PREPEND -> text + name;
      case APPEND -> name + text;
    };
  }
}
