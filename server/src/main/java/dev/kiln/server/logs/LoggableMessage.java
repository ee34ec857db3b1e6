package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.sdk.BadInput;
import java.util.List;
import java.util.Locale;

/**
 * The part of a message that may be logged: only what the host itself wrote. A message about a list
 * may quote it, and a list holds Secrets.
 */
final class LoggableMessage {
  private static final int LONGEST = 512;

  /** How the messages begin that say what the request asked for by name; others quote the list. */
  private static final List<String> ASKED_BY_NAME =
      List.of("no function \"", "no one function for image \"", "neither a name nor ");

  private LoggableMessage() {}

  /** One line, not yet escaped, empty if there is nothing to say. */
  static String of(Ending ending) {
    if (ending instanceof Ending.Done) {
      return ""; // the usual call needs no switch to be linked
    }
    return switch (ending) {
      case Ending.Done _, Ending.Failed _, Ending.Cancelled _, Ending.Fault _ -> "";
      case Ending.Unreadable(String part, BadInput cause) -> unreadable(part, cause);
      case Ending.NotFound(String message) -> notFound(message);
      case Ending.TimedOut(String message) -> cut(message);
      case Ending.Refused(String message) -> cut(message);
      case Ending.TooLarge(String message) -> cut(message);
      case Ending.Busy(String message) -> cut(message);
    };
  }

  /** Why a function failed, one word; empty if it did not. */
  static String reason(Ending ending) {
    return ending instanceof Ending.Failed failed
        ? failed.reason().name().toLowerCase(Locale.ROOT)
        : "";
  }

  private static String unreadable(String part, BadInput cause) {
    String what = (part.isEmpty() ? "the input" : part) + " is unreadable";
    return cause.line() == 0
        ? what
        : what + " at line " + cause.line() + ", column " + cause.column();
  }

  private static String notFound(String message) {
    return ASKED_BY_NAME.stream().anyMatch(message::startsWith)
        ? cut(message)
        : "not one function takes its functionConfig";
  }

  private static String cut(String message) {
    return message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...";
  }
}
