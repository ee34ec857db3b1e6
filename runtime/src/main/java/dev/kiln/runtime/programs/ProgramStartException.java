package dev.kiln.runtime.programs;

import dev.kiln.runtime.Ending;

/** Says why a program could not be started, in the words of whoever tried. */
public final class ProgramStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  static final int NOT_EXECUTABLE = Ending.Failed.NOT_EXECUTABLE;
  static final int NOT_FOUND = Ending.Failed.NOT_FOUND;

  private final int exitCode;

  ProgramStartException(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** As a shell says it: 127 if there is no such program, 126 if there is. */
  public int exitCode() {
    return exitCode;
  }

  /** What went wrong, and what was tried. */
  public String words() {
    return String.valueOf(getMessage());
  }
}
