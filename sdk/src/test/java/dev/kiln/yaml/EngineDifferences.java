package dev.kiln.yaml;

/** The texts that we deliberately read differently from snakeyaml-engine. They are not compared. */
final class EngineDifferences {
  private EngineDifferences() {}

  /**
   * We take a byte order mark after blank lines for the start of a document, the engine takes it
   * for text. If the last line of a block scalar has no line break, the engine adds one; kyaml and
   * our parser do not.
   */
  static boolean mayOccurIn(String text) {
    return text.indexOf('\ufeff', 1) > 0 || !text.endsWith("\n");
  }
}
