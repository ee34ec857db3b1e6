package dev.kiln.conformance.execution;

/** A file that was given and cannot be used; the message says which, where and why. */
public final class InvalidFileException extends Exception {
  private static final long serialVersionUID = 1;

  public InvalidFileException(String message) {
    super(message);
  }
}
