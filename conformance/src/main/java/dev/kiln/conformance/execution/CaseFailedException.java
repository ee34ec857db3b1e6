package dev.kiln.conformance.execution;

/** Something that had to hold does not; the message says what was expected and what was found. */
public final class CaseFailedException extends Exception {
  private static final long serialVersionUID = 1;

  public CaseFailedException(String message) {
    super(message);
  }

  /** Fails unless something holds. */
  public static void unless(boolean holds, String message) throws CaseFailedException {
    if (!holds) {
      throw new CaseFailedException(message);
    }
  }
}
