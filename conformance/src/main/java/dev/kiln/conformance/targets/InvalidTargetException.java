package dev.kiln.conformance.targets;

/** A target that cannot be meant, or is not there; the message says why. */
public final class InvalidTargetException extends Exception {
  private static final long serialVersionUID = 1;

  InvalidTargetException(String message) {
    super(message);
  }
}
