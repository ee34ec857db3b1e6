package dev.kiln.bench.load.soak;

/** A call that ended otherwise than it must. */
final class Unexpected extends Exception {
  private static final long serialVersionUID = 1;

  Unexpected(String message) {
    super(message);
  }

  /** Throws unless the two are equal. */
  static void unless(Object found, Object expected) throws Unexpected {
    if (!found.equals(expected)) {
      throw new Unexpected("%s (expected: %s)".formatted(found, expected));
    }
  }
}
