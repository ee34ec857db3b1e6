package dev.kiln.cli.fn;

import dev.kiln.client.Run;
import dev.kiln.client.StepRun;
import dev.kiln.client.results.FunctionResults;
import dev.kiln.client.results.FunctionResults.Ran;
import dev.kiln.client.steps.FunctionRef;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.util.List;

/** What a run found out, for the folder of results. */
final class ResultsConversion {
  private ResultsConversion() {}

  static List<FunctionResults> of(Run run) {
    return run.steps().stream().map(ResultsConversion::of).toList();
  }

  private static FunctionResults of(StepRun run) {
    FunctionRef function = run.step().function();
    return new FunctionResults(
        ran(function),
        function.label(),
        run.exitCode(),
        stderr(run),
        run.results(),
        run.rawResults());
  }

  /** The function's own; where it could not say anything, why. */
  private static String stderr(StepRun run) {
    return run.log().isEmpty() && !isByResult(run) ? run.message() : run.log();
  }

  /** Whether nothing but a result of severity error is why it has failed. */
  static boolean isByResult(StepRun run) {
    if (!run.isFailed()) {
      return false;
    }
    for (Result result : run.results()) {
      if (result.severity() == Severity.ERROR && isSaid(result.message(), run.message())) {
        return true;
      }
    }
    return false;
  }

  /** As it is, or its first line and how many more there are. */
  private static boolean isSaid(String result, String message) {
    String first = result.lines().findFirst().orElse("");
    return message.equals(result)
        || message.equals(first)
        || (!first.isBlank() && message.startsWith(first + " (and "));
  }

  private static Ran ran(FunctionRef function) {
    return switch (function.kind()) {
      case IMAGE -> Ran.IMAGE;
      case EXEC, STARLARK -> Ran.EXEC;
      case ENDPOINT -> Ran.ENDPOINT;
      case NAMED -> Ran.FUNCTION;
    };
  }
}
