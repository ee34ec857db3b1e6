package dev.kiln.flags;

/** A command line with an error. The message is for the user. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }

  /** What to print: the error, and where to read on. */
  public String text(String command) {
    return "error: " + getMessage() + "\nSee '" + command + " --help' for usage.";
  }
}
