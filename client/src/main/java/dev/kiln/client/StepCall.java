package dev.kiln.client;

import dev.kiln.client.results.ResultPlaces;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of one function. */
final class StepCall {
  private final Functions functions;
  private final RunOptions options;
  private final Step step;
  private final String prefix;
  private final SelectedItems selectedItems;
  private @Nullable StepRun result;

  /**
   * Creates a call on the items of its scope.
   *
   * @param prefix of the ids of new items
   */
  StepCall(
      Functions functions, RunOptions options, Step step, String prefix, List<TrackedItem> own) {
    this.functions = functions;
    this.options = options;
    this.step = step;
    this.prefix = prefix;
    this.selectedItems = SelectedItems.of(step, own);
  }

  /**
   * Returns the items of the scope after the call. They are unchanged if the call left no items.
   */
  List<TrackedItem> run() {
    if (selectedItems.selectsNothing(step)) {
      result = StepRun.skipped(step);
      return selectedItems.all();
    }
    long began = System.nanoTime();
    Invocation in = Invocation.of(selectedItems.list().withFunctionConfig(step.config()));
    Outcome outcome = functions.call(step.function(), in);
    ParsedOutcome parsed = parse(outcome);
    List<TrackedItem> after =
        parsed.items == null || parsed.isFatal(step) ? selectedItems.selected() : parsed.items;
    result =
        new StepRun(
            step,
            parsed.exitCode,
            parsed.message,
            ResultPlaces.of(in.list().items()).fill(parsed.results),
            parsed.unratedCount,
            options.rawResults() ? rawResults(outcome) : null,
            StepRun.text(in.log()),
            Duration.ofNanos(System.nanoTime() - began),
            selectedItems.selected().size(),
            1,
            selectedItems.changes(after, options.explain()));
    return selectedItems.with(after);
  }

  /** Returns the result of the call. */
  StepRun result() {
    if (result == null) {
      throw new IllegalStateException("it did not run yet");
    }
    return result;
  }

  private static @Nullable Node rawResults(Outcome outcome) {
    try {
      return outcome
          .bytes()
          .or(() -> outcome.list().map(ResourceList::bytes))
          .map(list -> Yaml.parse(list).at("results"))
          .orElse(null);
    } catch (BadYaml _) {
      return null; // the run reports why there is none
    }
  }

  // --- What came back ---------------------------------------------------------------------------

  /**
   * The parts of an outcome.
   *
   * @param items null if there is no list
   */
  private record ParsedOutcome(
      int exitCode,
      String message,
      List<Result> results,
      int unratedCount,
      @Nullable List<TrackedItem> items) {
    boolean isFatal(Step step) {
      return exitCode != 0 && !step.deferFailure();
    }
  }

  private ParsedOutcome parse(Outcome outcome) {
    int exitCode = isAllowed(outcome.ending()) ? 0 : outcome.exitCode();
    String message = exitCode == 0 ? "" : outcome.ending().message();
    if (outcome.ending() instanceof Ending.TimedOut) {
      return new ParsedOutcome(
          exitCode, message, List.of(), 0, null); // the outcome has the input list
    }
    List<Result> results = List.of();
    int unrated = 0;
    try {
      Optional<ResourceList> list = outcome.outputList();
      Severity ifMissing = options.severityIfMissing(exitCode);
      results = list.map(it -> it.results(ifMissing)).orElse(List.of());
      unrated = ifMissing == Severity.ERROR ? 0 : list.map(StepCall::countUnrated).orElse(0);
      Optional<Result> error = options.error(results);
      boolean failed = exitCode != 0 || error.isPresent();
      List<TrackedItem> items =
          list.isPresent() && !isNothing(list.get(), failed) ? merge(list.get(), outcome) : null;
      return exitCode == 0 && error.isPresent()
          ? new ParsedOutcome(1, error.get().message(), results, unrated, items)
          : new ParsedOutcome(exitCode, message, results, unrated, items);
    } catch (BadInput e) {
      String what = StepRun.invalidOutputReason(e);
      return new ParsedOutcome(
          exitCode == 0 ? 1 : exitCode, message.isEmpty() ? what : message, results, unrated, null);
    }
  }

  /** Counts the results without severity: those whose severity depends on what is assumed. */
  private static int countUnrated(ResourceList list) {
    return countErrors(list, Severity.ERROR) - countErrors(list, Severity.INFO);
  }

  private static int countErrors(ResourceList list, Severity ifMissing) {
    int errors = 0;
    for (Result result : list.results(ifMissing)) {
      errors += result.severity() == Severity.ERROR ? 1 : 0;
    }
    return errors;
  }

  /**
   * Whether a list without items changes nothing. A function that failed did not mean to delete
   * everything.
   */
  private boolean isNothing(ResourceList list, boolean failed) {
    return list.items().isEmpty() && (failed || options.keepOnEmpty());
  }

  private boolean isAllowed(Ending ending) {
    return options.allowErrorResults()
        && ending instanceof Ending.Failed failed
        && failed.reason() == Reason.RESULTS;
  }

  private List<TrackedItem> merge(ResourceList list, Outcome outcome) {
    return outcome.keepsItemsInPlace()
        ? ReturnedItems.inPlace(selectedItems.selected(), list.items())
        : ReturnedItems.of(selectedItems.selected(), list.items(), step.scope(), prefix);
  }
}
