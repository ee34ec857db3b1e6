package dev.kiln.bench.load.callers;

/** Reports a call with an unexpected outcome. */
final class UnexpectedOutcome extends Exception {
  private static final long serialVersionUID = 1;

  UnexpectedOutcome(String message) {
    super(message);
  }

  /** Throws an exception that names {@code found}, unless the outcome is the expected one. */
  static boolean unless(boolean asItMust, Object found) throws UnexpectedOutcome {
    if (!asItMust) {
      throw new UnexpectedOutcome(String.valueOf(found));
    }
    return true;
  }
}
