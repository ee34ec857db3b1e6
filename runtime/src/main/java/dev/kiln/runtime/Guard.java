package dev.kiln.runtime;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks what a function gave back: its annotations for orchestrators are as they came, except
 * where it moved an item, and a result of severity error is a failure.
 */
final class Guard {
  private Guard() {}

  static Outcome check(ResourceList before, ResourceList after, Outcome ran) {
    var remarks = new ArrayList<Result>();
    ResourceList settled = settle(before, after, remarks);
    var added = new ArrayList<Result>(ran.results());
    added.addAll(remarks);
    return Outcome.of(ending(ran, remarks), settled.addResults(remarks), added);
  }

  @SuppressWarnings("ReferenceEquality") // the very items: nothing was touched
  private static ResourceList settle(
      ResourceList before, ResourceList after, List<Result> remarks) {
    if (after.items() == before.items()) {
      return after;
    }
    var items = new ArrayList<Resource>(after.items().size());
    boolean same = true;
    for (Pair pair : Pair.up(before.items(), after.items())) {
      Resource item = pair.settled(remarks);
      items.add(item);
      same &= item == pair.after();
    }
    return same ? after : after.withItems(items);
  }

  private static Ending ending(Outcome ran, List<Result> remarks) {
    if (!(ran.ending() instanceof Ending.Done)) {
      return ran.ending(); // why it failed says more than what it left
    }
    return Failures.of(Reason.RESULTS, ran.results())
        .or(() -> Failures.of(Reason.INVALID_OUTPUT, remarks))
        .orElse(ran.ending());
  }
}
