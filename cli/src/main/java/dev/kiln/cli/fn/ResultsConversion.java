package dev.kiln.cli.fn;

import dev.kiln.client.Run;
import dev.kiln.client.StepRun;
import dev.kiln.client.results.FunctionResults;
import dev.kiln.client.results.FunctionResults.Ran;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.container.ImageFunction;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.runtime.kind.remote.RemoteFunction;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.List;

/** Converts a run to the results that are stored in the results folder. */
final class ResultsConversion {
  private ResultsConversion() {}

  static List<FunctionResults> of(Run run) {
    return run.steps().stream().map(ResultsConversion::of).toList();
  }

  private static FunctionResults of(StepRun run) {
    FunctionSpec function = run.step().function();
    return new FunctionResults(
        ran(function),
        function.label(),
        run.exitCode(),
        stderr(run),
        run.results(),
        run.rawResults());
  }

  /** Returns the function's stderr, or the reason of its failure if it could write none. */
  private static String stderr(StepRun run) {
    return run.log().isEmpty() && !hasFailedByResult(run) ? run.message() : run.log();
  }

  /** Whether a result of severity error is the only reason for the failure. */
  static boolean hasFailedByResult(StepRun run) {
    if (!run.isFailed()) {
      return false;
    }
    for (Result result : run.results()) {
      if (result.severity() == Severity.ERROR && isSameMessage(result.message(), run.message())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the message is the result's text, its first line, or its first line and the number of
   * further results.
   */
  private static boolean isSameMessage(String result, String message) {
    String first = result.lines().findFirst().orElse("");
    return message.equals(result)
        || message.equals(first)
        || (!first.isBlank() && message.startsWith(first + " (and "));
  }

  private static Ran ran(FunctionSpec function) {
    if (function instanceof ImageFunction) {
      return Ran.IMAGE;
    }
    if (function instanceof RemoteFunction) {
      return Ran.ENDPOINT;
    }
    return function instanceof ProgramFunction ? Ran.EXEC : Ran.FUNCTION;
  }
}
