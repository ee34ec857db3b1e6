package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Reason;

/** How much a line matters to whoever runs the host. */
enum LogLevel {
  INFO("info", ""),
  WARN("warn", "warning: "),
  ERROR("error", "error: ");

  final String text;

  /** Before a message for people. */
  final String prefix;

  LogLevel(String text, String prefix) {
    this.text = text;
    this.prefix = prefix;
  }

  /** What callers and their lists do is none of an operator's worries. */
  static LogLevel of(Ending ending) {
    if (ending instanceof Ending.Done) {
      return INFO; // the usual call needs no switch to be linked
    }
    return switch (ending) {
      case Ending.Fault _ -> ERROR;
      case Ending.TimedOut _, Ending.Busy _ -> WARN;
      case Ending.Failed failed -> of(failed.reason());
      case Ending.Done _, Ending.Cancelled _, Ending.NothingRan _ -> INFO;
    };
  }

  private static LogLevel of(Reason reason) {
    return switch (reason) {
      case RESULTS, FUNCTION_CONFIG, EXIT_CODE -> INFO;
      case EXCEPTION, INVALID_OUTPUT, SIGNAL, START -> WARN;
    };
  }
}
