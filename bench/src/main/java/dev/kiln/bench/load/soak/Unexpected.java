package dev.kiln.bench.load.soak;

/** A call that ended otherwise than it must. */
final class Unexpected extends Exception {
  private static final long serialVersionUID = 1;

  Unexpected(String message) {
    super(message);
  }

  /** Throws, with what was found, unless it is as it must be. */
  static boolean unless(boolean asItMust, Object found) throws Unexpected {
    if (!asItMust) {
      throw new Unexpected(String.valueOf(found));
    }
    return true;
  }
}
