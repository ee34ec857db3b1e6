package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;

/** Which calls the log has a line for. */
public enum LogCalls {
  ALL,
  /** All that did not end well. */
  FAILED,
  NONE;

  boolean includes(Ending ending) {
    return switch (this) {
      case ALL -> true;
      case FAILED -> !(ending instanceof Ending.Done);
      // our own errors are always logged
      case NONE -> ending instanceof Ending.Fault;
    };
  }
}
