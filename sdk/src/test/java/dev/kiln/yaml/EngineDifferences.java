package dev.kiln.yaml;

/**
 * Where we read otherwise than snakeyaml-engine on purpose, so that comparing the two says nothing.
 */
final class EngineDifferences {
  private EngineDifferences() {}

  /**
   * A byte order mark behind blank lines: to us it begins a document, to the engine it is text. A
   * last line without a line break: kyaml and we leave it so in a block scalar, the engine adds
   * one.
   */
  static boolean touches(String text) {
    return text.indexOf('\ufeff', 1) > 0 || !text.endsWith("\n");
  }
}
