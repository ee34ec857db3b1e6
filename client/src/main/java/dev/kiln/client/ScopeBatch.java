package dev.kiln.client;

import dev.kiln.client.steps.FolderScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive steps of one scope, which run one after the other.
 *
 * @param number the number of the first step in the run
 */
record ScopeBatch(
    Functions functions, RunOptions options, FolderScope scope, int number, List<Step> steps) {

  /**
   * The result of the steps.
   *
   * @param own the items of their scope, as the steps left them
   */
  record Result(List<StepRun> steps, List<TrackedItem> own) {}

  /** Whether all functions are repeatable. */
  boolean isRepeatable() {
    return steps.stream().allMatch(step -> step.function().isRepeatable());
  }

  /** Returns the items of the batch's scope. */
  List<TrackedItem> itemsIn(List<TrackedItem> all) {
    return all.stream().filter(item -> scope.contains(item.path())).toList();
  }

  /**
   * Returns all items, with those of the scope replaced. The new items take the positions of the
   * old ones as long as there are enough.
   */
  List<TrackedItem> replaceIn(List<TrackedItem> all, List<TrackedItem> own) {
    return SelectedItems.replace(all, item -> scope.contains(item.path()), own);
  }

  Result run(List<TrackedItem> all, RunListener listener) {
    List<TrackedItem> own = itemsIn(all); // also those moved out of the scope later
    var done = new ArrayList<StepRun>();
    while (done.size() < steps.size() && (done.isEmpty() || !done.getLast().isFatal())) {
      List<Step> next = nextCall(done.size());
      next.forEach(listener::stepStarted);
      Call call = call(next, "f" + (number + done.size()) + "-", itemsIn(own));
      own = replaceIn(own, call.own());
      call.runs().forEach(listener::stepFinished);
      done.addAll(call.runs());
    }
    return new Result(done, own);
  }

  /** Returns the steps, beginning with number {@code from}, that run as one call. */
  List<Step> nextCall(int from) {
    Step first = steps.get(from);
    int end = from + 1;
    if (!options.callsSingly() && canJoin(first)) {
      while (end < steps.size() && canJoin(steps.get(end))) {
        end++;
      }
    }
    return steps.subList(from, end);
  }

  /**
   * Whether a step can run in one call with others. A step that gets only some items cannot: the
   * function before it may move an item out of the folder, or change a field that a selector reads.
   */
  private boolean canJoin(Step step) {
    return scope.isEverything() && step.selection().isEverything() && functions.takesTogether(step);
  }

  /** The result of one call for the steps. */
  private record Call(List<StepRun> runs, List<TrackedItem> own) {}

  private Call call(List<Step> next, String prefix, List<TrackedItem> own) {
    return callTogether(next, prefix, own)
        .orElseGet(() -> callSingle(next.getFirst(), prefix, own));
  }

  private Optional<Call> callTogether(List<Step> next, String prefix, List<TrackedItem> own) {
    if (next.size() == 1) {
      return Optional.empty();
    }
    var pipeline = new PipelineCall(functions, options, next, prefix, own);
    try {
      return pipeline.run().map(after -> new Call(pipeline.results(), after));
    } catch (RuntimeException e) {
      return Optional.of(new Call(pipeline.results(), pipeline.fail(e)));
    }
  }

  private Call callSingle(Step step, String prefix, List<TrackedItem> own) {
    var one = new StepCall(functions, options, step, prefix, own);
    try {
      List<TrackedItem> after = one.run();
      return new Call(List.of(one.result()), after);
    } catch (RuntimeException e) {
      return new Call(List.of(StepRun.faulty(step, e)), own);
    }
  }
}
