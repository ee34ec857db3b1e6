package dev.kiln.conformance.execution;

/** An expectation does not hold. The message says what was expected and what was found. */
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
