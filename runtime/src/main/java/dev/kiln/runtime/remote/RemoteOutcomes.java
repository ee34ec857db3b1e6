package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.ErrorSummary;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.ProgramOutput;
import dev.kiln.runtime.Reason;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import java.util.List;

/** Converts the answers of a server to outcomes, for every protocol. */
final class RemoteOutcomes {
  private static final int THREW = 2;
  private static final int REFUSED = 3;

  private RemoteOutcomes() {}

  /** The outcome of a successful answer, which must be a list. */
  static Outcome done(byte[] list, String where) {
    return ProgramOutput.outcome(where, 0, list, "");
  }

  /**
   * A function that failed.
   *
   * @param list the function's output; ignored unless it is a list
   * @param message the cause; empty if the server gave none
   */
  static Outcome failed(Reason reason, int exitCode, String message, byte[] list) {
    int code = exitCode == 0 ? 1 : exitCode;
    boolean isList = ProgramOutput.outcome("", code, list, "").bytes().isPresent();
    String told = message.isEmpty() ? message(code, isList ? list : new byte[0]) : message;
    var ending = new Ending.Failed(reason, code, told);
    return isList ? Outcome.of(ending, list) : Outcome.of(ending);
  }

  /** The outcome of an answer that cannot come from a function. */
  static Outcome invalidAnswer(String message) {
    return Outcome.of(new Ending.Failed(Reason.INVALID_OUTPUT, 1, message));
  }

  /** The outcome of an answer that is larger than the limit. */
  static Outcome tooLarge(String where, long maxMessageBytes) {
    return invalidAnswer(
        where
            + ": the answer is larger than the limit of "
            + maxMessageBytes
            + " bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)");
  }

  /** The reason that an exit code stands for. */
  static Reason reasonForExitCode(int code) {
    return switch (code) {
      case 1 -> Reason.RESULTS;
      case THREW -> Reason.EXCEPTION;
      case REFUSED -> Reason.FUNCTION_CONFIG;
      case Ending.Failed.NOT_EXECUTABLE, Ending.Failed.NOT_FOUND -> Reason.START;
      default -> code > 128 && code < 128 + 65 ? Reason.SIGNAL : Reason.EXIT_CODE;
    };
  }

  private static String message(int code, byte[] list) {
    String line = ErrorSummary.line(results(list));
    return line.isEmpty() ? "exit code " + code : line;
  }

  private static List<Result> results(byte[] list) {
    try {
      return list.length == 0 ? List.of() : ResourceList.parse(list).results();
    } catch (BadInput _) {
      return List.of(); // passed on unchanged; our reader cannot parse it
    }
  }
}
