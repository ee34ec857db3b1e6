package dev.kiln.conformance.execution;

/** A given file cannot be used. The message says which file, where and why. */
public final class InvalidFileException extends Exception {
  private static final long serialVersionUID = 1;

  public InvalidFileException(String message) {
    super(message);
  }
}
