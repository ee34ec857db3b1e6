package dev.kiln.client;

import dev.kiln.client.results.ResultPlaces;
import dev.kiln.runtime.PipelineOutcome;
import dev.kiln.runtime.PipelineOutcome.StepOutcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    ResourceList list = items.list();
    long began = System.nanoTime();
    Optional<PipelineOutcome> outcome = functions.call(list, steps);
    if (outcome.isEmpty() || outcome.get().steps().isEmpty()) {
      return Optional.empty(); // the call of the first says why
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    return after(outcome.get(), took).map(items::with);
  }

  /** Empty if the list that is left is of no use: called singly, they show whose it is. */
  private Optional<List<TrackedItem>> after(PipelineOutcome outcome, Duration took) {
    ResultPlaces places = ResultPlaces.of(resources());
    for (StepOutcome one : outcome.steps()) {
      Step step = steps.get(runs.size());
      runs.add(run(step, one, places.fill(results(one.results()))));
      if (runs.getLast().isFatal()) {
        return Optional.of(items.selected());
      }
    }
    StepRun last = runs.removeLast();
    try {
      byte[] left = outcome.bytes().orElseThrow(() -> new BadInput("", "no list", "items"));
      List<TrackedItem> after =
          ReturnedItems.of(
              items.selected(), ResourceList.parse(left).items(), last.step().scope(), prefix);
      List<ItemChange> changes = items.changes(after, false);
      runs.add(run(last, took, outcome.steps().size(), changes));
      return Optional.of(after);
    } catch (BadInput _) {
      return Optional.empty();
    }
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
        null,
        new String(outcome.log().tail(), StandardCharsets.UTF_8),
        Duration.ZERO,
        items.selected().size(),
        0,
        List.of());
  }

  private static StepRun run(StepRun run, Duration took, int together, List<ItemChange> changes) {
    return new StepRun(
        run.step(),
        run.exitCode(),
        run.message(),
        run.results(),
        null,
        run.log(),
        took,
        run.itemCount(),
        together,
        changes);
  }
}
