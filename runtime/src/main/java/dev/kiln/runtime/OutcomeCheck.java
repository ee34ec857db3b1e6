package dev.kiln.runtime;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the output of a function. The annotations for orchestrators must be unchanged, except
 * where the function moved an item. The results must be complete. A result of severity error makes
 * the call a failure.
 */
final class OutcomeCheck {
  private OutcomeCheck() {}

  /**
   * Runs a function and checks its output. Output that the runner returns as bytes is passed on
   * unread.
   */
  static Outcome run(
      RegisteredFunction function, Invocation in, CallExecutor.ExecutionContext context) {
    Runner runner = function.runner();
    Outcome ran = runner.waits() ? context.runBlocking(() -> runner.run(in)) : runner.run(in);
    return ran.list().isPresent() ? check(in.list(), ran.list().get(), ran) : ran;
  }

  static Outcome check(ResourceList before, ResourceList after, Outcome ran) {
    var remarks = new ArrayList<Result>();
    boolean inPlace = ItemPair.areInPlace(before.items(), after.items());
    ResourceList restored = inPlace ? after : restoreAnnotations(before, after, remarks);
    for (Result result : ran.results()) {
      checkResult(result, remarks);
    }
    var added = new ArrayList<Result>(ran.results());
    added.addAll(remarks);
    Outcome checked = Outcome.of(ending(ran, remarks), restored.addResults(remarks), added);
    return inPlace ? checked.withItemsInPlace() : checked;
  }

  /**
   * Checks that a result is complete. A function that writes its list as text may leave one
   * incomplete.
   */
  private static void checkResult(Result result, List<Result> remarks) {
    ResourceRef ref = result.resourceRef();
    if (result.message().isBlank()) {
      remarks.add(Result.error("the function gave a result without a message"));
    }
    if (result.field() != null && (ref == null || ref.kind().isEmpty())) {
      String shown = "\"" + result.message() + "\"";
      remarks.add(
          Result.error("the function gave a result with field and no resourceRef: " + shown));
    }
  }

  private static ResourceList restoreAnnotations(
      ResourceList before, ResourceList after, List<Result> remarks) {
    List<ItemPair> pairs = ItemPair.match(before.items(), after.items());
    var restored = new ArrayList<Resource>(pairs.size());
    for (ItemPair pair : pairs) {
      restored.add(pair.withRestoredAnnotations(remarks));
    }
    return after.withItems(restored);
  }

  private static Ending ending(Outcome ran, List<Result> remarks) {
    if (!(ran.ending() instanceof Ending.Done)) {
      return ran.ending(); // the cause of the failure says more than the output
    }
    Optional<Ending> failed = ErrorSummary.of(Reason.RESULTS, ran.results());
    if (failed.isEmpty()) {
      failed = ErrorSummary.of(Reason.INVALID_OUTPUT, remarks);
    }
    return failed.isPresent() ? failed.get() : ran.ending();
  }
}
