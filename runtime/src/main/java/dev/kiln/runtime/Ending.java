package dev.kiln.runtime;

import dev.kiln.sdk.BadInput;

/** How a call ended. A door maps it to its own statuses; the exit code is the same for all. */
public sealed interface Ending {
  /** The exit code that a v1 program would end with. */
  int exitCode();

  /** One line for a person, empty after a success. */
  String message();

  /** The function ran and reported no error. */
  record Done() implements Ending {
    @Override
    public int exitCode() {
      return 0;
    }

    @Override
    public String message() {
      return "";
    }
  }

  /** The function ran and failed, or could not be started; its exit code is never 0. */
  record Failed(Reason reason, int exitCode, String message) implements Ending {
    /** The exit code of a shell if the program exists and cannot be started. */
    public static final int NOT_EXECUTABLE = 126;

    /** The exit code of a shell if the program does not exist. */
    public static final int NOT_FOUND = 127;

    public Failed {
      if (exitCode == 0) {
        throw new IllegalArgumentException("a failure needs an exit code other than 0");
      }
    }

    /** The function could not be started. */
    public static Failed notStarted(String message) {
      return notStarted(NOT_EXECUTABLE, message);
    }

    /** The function could not be started, and a shell would end with this exit code. */
    public static Failed notStarted(int exitCode, String message) {
      return new Failed(Reason.START, exitCode, message);
    }
  }

  /** The deadline passed before the function was done. */
  record TimedOut(String message) implements Ending {
    @Override
    public int exitCode() {
      return 124;
    }
  }

  /** The caller went away; nobody is left to read this. */
  record Cancelled() implements Ending {
    @Override
    public int exitCode() {
      return 130; // like a program that was interrupted
    }

    @Override
    public String message() {
      return "cancelled by the caller";
    }
  }

  /** A fault of the host. The cause is for its log, not for the caller. */
  record Fault(Throwable cause) implements Ending {
    @Override
    public int exitCode() {
      return 1;
    }

    @Override
    public String message() {
      return "internal error";
    }
  }

  /** No function ran, so the call is safe to repeat once its reason is gone. */
  sealed interface NothingRan extends Ending {
    @Override
    default int exitCode() {
      return 1;
    }
  }

  /** The door cannot make a call of the request. */
  record Refused(String message) implements NothingRan {}

  /**
   * The input is not a ResourceList.
   *
   * @param part the part of the input; empty for the list itself
   */
  record Unreadable(String part, BadInput cause) implements NothingRan {
    @Override
    public String message() {
      return (part.isEmpty() ? "" : part + ": ") + cause.getMessage();
    }
  }

  /** This host does not have the requested function. */
  record NotFound(String message) implements NothingRan {}

  /** The message is over the limit. */
  record TooLarge(String message) implements NothingRan {}

  /** There is no room for the call now. Another host may take it, or this one later. */
  record Busy(String message) implements NothingRan {}
}
