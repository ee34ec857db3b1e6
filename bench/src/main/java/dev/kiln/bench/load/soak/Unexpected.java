package dev.kiln.bench.load.soak;

/** Reports a call with an unexpected outcome. */
final class Unexpected extends Exception {
  private static final long serialVersionUID = 1;

  Unexpected(String message) {
    super(message);
  }

  /** Throws an exception that names {@code found}, unless the outcome is the expected one. */
  static boolean unless(boolean asItMust, Object found) throws Unexpected {
    if (!asItMust) {
      throw new Unexpected(String.valueOf(found));
    }
    return true;
  }
}
