package dev.kiln.runtime.programs;

/** Says that a program was not started because all that programs may cost is spent. */
public final class PoolExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PoolExhaustedException(String message) {
    super(message, null, false, false);
  }

  /** What is spent, and the flag that allows more. */
  public String words() {
    return String.valueOf(getMessage());
  }
}
