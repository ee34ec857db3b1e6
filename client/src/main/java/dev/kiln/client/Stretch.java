package dev.kiln.client;

import dev.kiln.client.steps.Scope;
import java.util.ArrayList;
import java.util.List;

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
    var now = new ArrayList<Item>(all.size());
    int next = 0;
    for (Item item : all) {
      if (!scope.holds(item.path())) {
        now.add(item);
      } else if (next < own.size()) {
        now.add(own.get(next++));
      }
    }
    now.addAll(own.subList(next, own.size()));
    return now;
  }

  End run(List<Item> all, Watcher watcher) {
    List<Item> own = within(all);
    var done = new ArrayList<StepRun>();
    for (Step step : steps) {
      watcher.begins(step);
      var one = new StepCall(functions, options, step, "f" + (number + done.size()) + "-", own);
      own = one.run();
      done.add(one.told());
      watcher.ended(one.told());
      if (one.told().isFatal()) {
        break;
      }
    }
    return new End(done, own);
  }
}
