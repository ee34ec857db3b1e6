package dev.kiln.cli.fn;

import dev.kiln.client.Run;
import dev.kiln.client.StepRun;
import dev.kiln.client.results.FunctionResults;
import dev.kiln.client.results.FunctionResults.Ran;
import dev.kiln.client.steps.FunctionRef;
import java.util.List;

/** What a run found out, for the folder of results. */
final class FnResults {
  private FnResults() {}

  static List<FunctionResults> of(Run run) {
    return run.steps().stream().map(FnResults::of).toList();
  }

  private static FunctionResults of(StepRun run) {
    FunctionRef function = run.step().function();
    return new FunctionResults(
        ran(function),
        function.label(),
        run.exitCode(),
        run.log().isEmpty() ? run.message() : run.log(),
        run.results(),
        run.rawResults());
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
