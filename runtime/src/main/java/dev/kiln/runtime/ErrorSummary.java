package dev.kiln.runtime;

import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Summarizes error results in one line. */
public final class ErrorSummary {
  private ErrorSummary() {}

  /** The failure, if one of the results is an error. */
  static Optional<Ending> of(Reason reason, List<Result> results) {
    List<Result> errors = errors(results);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(new Ending.Failed(reason, 1, line(results)));
  }

  /** The first error and the number of further ones; empty if there is none. */
  public static String line(List<Result> results) {
    List<Result> errors = errors(results);
    return switch (errors.size()) {
      case 0 -> "";
      case 1 -> firstLine(errors);
      default -> firstLine(errors) + " (and " + (errors.size() - 1) + " more)";
    };
  }

  /**
   * The first line of the first error. Errors from exceptions have several; the list and the log
   * have all of them.
   */
  private static String firstLine(List<Result> errors) {
    return errors.getFirst().message().lines().findFirst().orElse("");
  }

  private static List<Result> errors(List<Result> results) {
    var errors = new ArrayList<Result>();
    for (Result result : results) {
      if (result.severity() == Severity.ERROR) {
        errors.add(result);
      }
    }
    return errors;
  }
}
