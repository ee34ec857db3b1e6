package dev.kiln.bench.fuzz;

/** The claims of the targets. */
final class Require {
  private Require() {}

  static void that(boolean isMet, String otherwise) {
    if (!isMet) {
      throw new AssertionError(otherwise);
    }
  }
}
