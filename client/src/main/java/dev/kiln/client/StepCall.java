package dev.kiln.client;

import dev.kiln.client.results.ResultPlaces;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Wrapped;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import dev.kiln.yaml.BadYaml;
import dev.kiln.yaml.Node;
import dev.kiln.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call of one function. */
final class StepCall {
  private final Functions functions;
  private final RunOptions options;
  private final Step step;
  private final String prefix;
  private final List<Item> own;
  private final List<Item> selected;
  private @Nullable StepRun told;

  /**
   * A call on the items of its scope.
   *
   * @param prefix of the ids of new items
   */
  StepCall(Functions functions, RunOptions options, Step step, String prefix, List<Item> own) {
    this.functions = functions;
    this.options = options;
    this.step = step;
    this.prefix = prefix;
    this.own = own;
    this.selected =
        step.selection().isEverything()
            ? own
            : own.stream().filter(item -> step.selection().fits(item.resource())).toList();
  }

  /** The items of the scope behind it; as they were, if it left none. */
  List<Item> run() {
    if (selected.isEmpty() && !step.selection().isEverything()) {
      told = new StepRun(step, 0, "", List.of(), null, "", Duration.ZERO, 0, List.of());
      return own;
    }
    long began = System.nanoTime();
    Invocation in = Invocation.of(list().withFunctionConfig(step.config()));
    Outcome outcome = functions.call(step.function(), in);
    Left left = left(outcome);
    List<Item> after = left.items == null || left.isFatal(step) ? selected : left.items;
    told =
        new StepRun(
            step,
            left.exitCode,
            left.message,
            ResultPlaces.of(in.list().items()).fill(left.results),
            outcome.bytes().map(StepCall::results).orElse(null),
            new String(in.log().tail(), StandardCharsets.UTF_8),
            Duration.ofNanos(System.nanoTime() - began),
            selected.size(),
            changes(after));
    return behind(after);
  }

  /** What it did. */
  StepRun told() {
    if (told == null) {
      throw new IllegalStateException("it did not run yet");
    }
    return told;
  }

  private static @Nullable Node results(byte[] list) {
    try {
      return Yaml.parse(list).at("results");
    } catch (BadYaml _) {
      return null; // why there is none is told
    }
  }

  private ResourceList list() {
    return ResourceList.of(selected.stream().map(Item::resource).toArray(Resource[]::new));
  }

  // --- What came back ---------------------------------------------------------------------------

  /**
   * What a call left.
   *
   * @param items null if there is no list
   */
  private record Left(
      int exitCode, String message, List<Result> results, @Nullable List<Item> items) {
    boolean isFatal(Step step) {
      return exitCode != 0 && !step.deferFailure();
    }
  }

  private Left left(Outcome outcome) {
    int exitCode = isAllowed(outcome.ending()) ? 0 : outcome.exitCode();
    String message = exitCode == 0 ? "" : outcome.ending().message();
    try {
      Optional<ResourceList> list = outcome.list();
      if (list.isEmpty() && outcome.bytes().isPresent()) {
        list = Optional.of(Wrapped.list(outcome.bytes().get()));
      }
      List<Result> results = list.map(ResourceList::results).orElse(List.of());
      List<Item> items = list.isPresent() ? merged(list.get()) : null;
      Optional<Result> error = firstError(results);
      return exitCode == 0 && error.isPresent() && !options.allowErrorResults()
          ? new Left(1, error.get().message(), results, items)
          : new Left(exitCode, message, results, items);
    } catch (BadInput e) {
      String what = "left no list to go on with: " + e.getMessage();
      return new Left(
          exitCode == 0 ? 1 : exitCode, message.isEmpty() ? what : message, List.of(), null);
    }
  }

  private boolean isAllowed(Ending ending) {
    return options.allowErrorResults()
        && ending instanceof Ending.Failed failed
        && failed.reason() == Reason.RESULTS;
  }

  private static Optional<Result> firstError(List<Result> results) {
    return results.stream().filter(result -> result.severity() == Severity.ERROR).findFirst();
  }

  private List<Item> merged(ResourceList list) {
    return list.items().isEmpty() && options.keepOnEmpty()
        ? selected
        : Merge.of(selected, list.items(), step.scope(), prefix);
  }

  /** The items of the scope with those in their places that it got. */
  @SuppressWarnings("ReferenceEquality") // the very lists
  private List<Item> behind(List<Item> after) {
    if (selected == own) {
      return after;
    }
    Set<String> got = new HashSet<>();
    selected.forEach(item -> got.add(item.id()));
    var all = new ArrayList<Item>(own.size());
    int next = 0;
    for (Item item : own) {
      if (!got.contains(item.id())) {
        all.add(item);
      } else if (next < after.size()) {
        all.add(after.get(next++));
      }
    }
    all.addAll(after.subList(next, after.size()));
    return all;
  }

  // --- What it did ------------------------------------------------------------------------------

  private List<ItemChange> changes(List<Item> after) {
    Map<String, Item> before = new HashMap<>();
    selected.forEach(item -> before.put(item.id(), item));
    var changes = new ArrayList<ItemChange>();
    for (Item now : after) {
      Item was = before.remove(now.id());
      if (was == null) {
        changes.add(change(ItemChange.Kind.CREATED, now));
      } else if (isChanged(was, now)) {
        changes.add(changed(was, now));
      }
    }
    for (Item gone : selected) {
      if (before.containsKey(gone.id())) {
        changes.add(change(ItemChange.Kind.DELETED, gone));
      }
    }
    return changes;
  }

  @SuppressWarnings("ReferenceEquality") // what was not touched need not be compared
  private static boolean isChanged(Item was, Item now) {
    return was.resource() != now.resource()
        && !Item.isSame(was.resource(), now.resource())
        && was.resource().likened(now.resource()) != was.resource();
  }

  private static ItemChange change(ItemChange.Kind kind, Item item) {
    return new ItemChange(kind, item.path(), item.resource(), List.of());
  }

  private ItemChange changed(Item was, Item now) {
    return new ItemChange(
        ItemChange.Kind.CHANGED,
        now.path(),
        now.resource(),
        options.explain() ? was.resource().changes(now.resource(), Marks::isOne) : List.of());
  }
}
