package dev.kiln.runtime.instances;

import dev.kiln.runtime.Ending;

/** A program could not be started; the message is that of the component that tried. */
public final class ProgramStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  static final int NOT_EXECUTABLE = Ending.Failed.NOT_EXECUTABLE;
  static final int NOT_FOUND = Ending.Failed.NOT_FOUND;

  private final int exitCode;

  ProgramStartException(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** The exit code that a shell uses: 127 if there is no such program, 126 if there is one. */
  public int exitCode() {
    return exitCode;
  }

  /** What went wrong, and what was tried. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
