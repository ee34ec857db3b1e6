package dev.kiln.conformance.targets;

/** A target is invalid or cannot be reached. The message says why. */
public final class InvalidTargetException extends Exception {
  private static final long serialVersionUID = 1;

  InvalidTargetException(String message) {
    super(message);
  }
}
