package dev.kiln.client;

import dev.kiln.client.results.ResultPlaces;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One call of several functions of one host, which reads and writes the list once.
 *
 * <p>A call that may have begun is never sent again. If it gives no answer, nobody knows which of
 * the functions ran, so all of them fail with it.
 */
final class PipelineCall {
  private static final String NO_ITEMS = "kind: ResourceList\nitems: []\n";

  private final Functions functions;
  private final RunOptions options;
  private final List<Step> steps;
  private final String prefix;
  private final SelectedItems items;
  private final long began = System.nanoTime();
  private final List<StepRun> runs = new ArrayList<>();

  /** Creates a call on the items of a scope. All steps have the same selectors. */
  PipelineCall(
      Functions functions,
      RunOptions options,
      List<Step> steps,
      String prefix,
      List<TrackedItem> own) {
    this.functions = functions;
    this.options = options;
    this.steps = steps;
    this.prefix = prefix;
    this.items = SelectedItems.of(steps.getFirst(), own);
  }

  /** Returns one run for each function that ran. The last one holds the changes to the items. */
  List<StepRun> results() {
    return runs;
  }

  /**
   * The items of the scope after the call.
   *
   * @return empty if none of the functions began, so that they can be called one by one
   */
  Optional<List<TrackedItem>> run() {
    if (items.selectsNothing(steps.getFirst())) {
      steps.forEach(step -> runs.add(StepRun.skipped(step)));
      return Optional.of(items.all());
    }
    PipelineOutcome outcome = functions.call(items.list(), steps);
    Ending ending = outcome.ending();
    if (ending instanceof Ending.NothingRan) { // a first pattern switch would be slow
      return Optional.empty();
    }
    if (ending instanceof Ending.Done) {
      return Optional.of(items.with(after(outcome)));
    }
    return Optional.of(
        ending instanceof Ending.Fault fault ? fail(fault.cause()) : failUnanswered(ending));
  }

  // --- A call with an answer --------------------------------------------------------------------

  private List<TrackedItem> after(PipelineOutcome outcome) {
    ResultPlaces places = ResultPlaces.of(resources());
    for (StepOutcome one : outcome.steps()) {
      Step step = steps.get(runs.size());
      runs.add(run(step, one, places.fill(results(one.results()))));
      if (runs.getLast().isFatal()) {
        return items.selected();
      }
    }
    Step last = steps.getLast();
    try {
      byte[] left = outcome.bytes().orElseThrow(() -> new BadInput("", "no list", "items"));
      ResourceList list = ResourceList.parse(left);
      boolean failed = runs.stream().anyMatch(StepRun::isFailed);
      List<TrackedItem> after =
          list.items().isEmpty() && failed // a failed function did not mean to delete everything
              ? items.selected()
              : ReturnedItems.of(items.selected(), list.items(), last.scope(), prefix);
      runs.add(runs.removeLast().withChanges(took(), steps.size(), items.changes(after, false)));
      return after;
    } catch (BadInput e) {
      fail(1, StepRun.invalidOutputReason(e));
      return items.selected();
    }
  }

  private Duration took() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private List<Resource> resources() {
    return items.selected().stream().map(TrackedItem::resource).toList();
  }

  private static List<Result> results(byte[] sequence) {
    return sequence.length == 0
        ? List.of()
        : ResourceList.parse(
                Yaml.parse(NO_ITEMS).edit(e -> e.set("results", Yaml.parse(sequence))).bytes())
            .results();
  }

  private StepRun run(Step step, StepOutcome outcome, List<Result> results) {
    int exitCode = outcome.outcome().exitCode();
    String message = outcome.outcome().ending().message();
    Optional<Result> error = options.error(results);
    if (exitCode == 0 && error.isPresent()) {
      exitCode = 1;
      message = error.get().message();
    }
    return new StepRun(
        step,
        exitCode,
        message,
        results,
        0,
        null,
        StepRun.text(outcome.log()),
        Duration.ZERO,
        items.selected().size(),
        0,
        List.of());
  }

  // --- A call that failed as a whole ------------------------------------------------------------

  private List<TrackedItem> failUnanswered(Ending ending) {
    fail(ending.exitCode(), ending.message() + "; which of the functions ran is not known");
    return items.all();
  }

  /** Reports a fault of Kiln itself. Nobody knows which functions ran before it. */
  List<TrackedItem> fail(Throwable fault) {
    fail(1, StepRun.fault(fault));
    return items.all();
  }

  /** Fails each function, up to the first whose failure stops the run. */
  private void fail(int exitCode, String why) {
    String message = "the call of " + steps.size() + " functions as one (" + names() + "): " + why;
    List<StepRun> answered = List.copyOf(runs);
    runs.clear();
    for (int i = 0; i < steps.size() && (i == 0 || !runs.getLast().isFatal()); i++) {
      StepRun run =
          i < answered.size()
              ? answered.get(i)
              : StepRun.failed(steps.get(i), exitCode, message, items.selected().size());
      runs.add(run.isFailed() ? run : run.failedWith(exitCode, message));
    }
  }

  private String names() {
    return steps.stream().map(step -> step.function().label()).collect(Collectors.joining(", "));
  }
}
