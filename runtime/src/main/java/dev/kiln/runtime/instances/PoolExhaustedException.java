package dev.kiln.runtime.instances;

/** A program was not started because the limits for programs are reached. */
public final class PoolExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PoolExhaustedException(String message) {
    super(message, null, false, false);
  }

  /** The limit that was reached, and the flag that raises it. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
