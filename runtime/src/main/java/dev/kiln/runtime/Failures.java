package dev.kiln.runtime;

import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.List;
import java.util.Optional;

/** Sums up error results in one line. */
final class Failures {
  private Failures() {}

  /** The failure that results mean, if one of them is an error. */
  static Optional<Ending> of(Reason reason, List<Result> results) {
    List<Result> errors =
        results.stream().filter(result -> result.severity() == Severity.ERROR).toList();
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(new Ending.Failed(reason, 1, line(errors)));
  }

  static String line(List<Result> errors) {
    String first = errors.getFirst().message();
    return errors.size() == 1 ? first : first + " (and " + (errors.size() - 1) + " more)";
  }
}
