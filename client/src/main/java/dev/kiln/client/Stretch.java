package dev.kiln.client;

import dev.kiln.client.steps.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Neighbours of one scope, which run one after the other.
 *
 * @param number of the first of them in the run
 */
record Stretch(Functions functions, RunOptions options, Scope scope, int number, List<Step> steps) {

  /**
   * What came of them.
   *
   * @param own the items of their scope, as they left them
   */
  record End(List<StepRun> steps, List<Item> own) {}

  /** The items of their scope. */
  List<Item> within(List<Item> all) {
    return all.stream().filter(item -> scope.holds(item.path())).toList();
  }

  /** All items, with those of the scope replaced: where they were, as far as there is room. */
  List<Item> put(List<Item> all, List<Item> own) {
    return Picked.replaced(all, item -> scope.holds(item.path()), own);
  }

  End run(List<Item> all, Watcher watcher) {
    List<Item> own = within(all);
    var done = new ArrayList<StepRun>();
    while (done.size() < steps.size() && (done.isEmpty() || !done.getLast().isFatal())) {
      List<Step> next = next(done.size());
      next.forEach(watcher::begins);
      Call call = call(next, "f" + (number + done.size()) + "-", own);
      own = call.own();
      call.told().forEach(watcher::ended);
      done.addAll(call.told());
    }
    return new End(done, own);
  }

  /** Those from one on that go as one call. */
  List<Step> next(int from) {
    Step first = steps.get(from);
    int end = from + 1;
    if (!options.oneByOne() && functions.takesTogether(first)) {
      while (end < steps.size() && goesWith(first, steps.get(end))) {
        end++;
      }
    }
    return steps.subList(from, end);
  }

  private boolean goesWith(Step first, Step other) {
    return functions.takesTogether(other) && other.selection().equals(first.selection());
  }

  /** What came of one call. */
  private record Call(List<StepRun> told, List<Item> own) {}

  private Call call(List<Step> next, String prefix, List<Item> own) {
    return together(next, prefix, own).orElseGet(() -> alone(next.getFirst(), prefix, own));
  }

  private Optional<Call> together(List<Step> next, String prefix, List<Item> own) {
    if (next.size() == 1) {
      return Optional.empty();
    }
    var pipeline = new PipelineCall(functions, options, next, prefix, own);
    try {
      return pipeline.run().map(after -> new Call(pipeline.told(), after));
    } catch (RuntimeException e) {
      return Optional.empty(); // a fault of ours: called alone, they tell whose answer has it
    }
  }

  private Call alone(Step step, String prefix, List<Item> own) {
    var one = new StepCall(functions, options, step, prefix, own);
    try {
      List<Item> after = one.run();
      return new Call(List.of(one.told()), after);
    } catch (RuntimeException e) {
      return new Call(List.of(StepRun.faulty(step, e)), own);
    }
  }
}
