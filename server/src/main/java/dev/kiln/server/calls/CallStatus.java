package dev.kiln.server.calls;

import dev.kiln.runtime.Ending;
import java.util.Locale;

/** How a call ended, in one word: the same in the log and in the metrics. */
public enum CallStatus {
  OK,
  FAILED,
  REFUSED,
  BAD_INPUT,
  NOT_FOUND,
  TOO_LARGE,
  BUSY,
  TIMEOUT,
  CANCELLED,
  FAULT;

  private final String text = name().toLowerCase(Locale.ROOT);

  public static CallStatus of(Ending ending) {
    if (ending instanceof Ending.Done) {
      return OK; // the usual call needs no switch to be linked
    }
    return switch (ending) {
      case Ending.Done _ -> OK;
      case Ending.Failed _ -> FAILED;
      case Ending.TimedOut _ -> TIMEOUT;
      case Ending.Cancelled _ -> CANCELLED;
      case Ending.Fault _ -> FAULT;
      case Ending.Refused _ -> REFUSED;
      case Ending.Unreadable _ -> BAD_INPUT;
      case Ending.NotFound _ -> NOT_FOUND;
      case Ending.TooLarge _ -> TOO_LARGE;
      case Ending.Busy _ -> BUSY;
    };
  }

  /** As it is written: {@code bad_input}. */
  public String text() {
    return text;
  }
}
