package dev.kiln.flags;

/** A command line that cannot be meant. The message is for the person who wrote it. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }

  /** What to print: the error, and where to read on. */
  public String text(String command) {
    return "error: " + getMessage() + "\nSee '" + command + " --help' for usage.";
  }
}
