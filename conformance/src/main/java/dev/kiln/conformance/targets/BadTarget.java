package dev.kiln.conformance.targets;

/** A target that cannot be meant, or is not there; the message says why. */
public final class BadTarget extends Exception {
  private static final long serialVersionUID = 1;

  BadTarget(String message) {
    super(message);
  }
}
