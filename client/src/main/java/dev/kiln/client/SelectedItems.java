package dev.kiln.client;

import dev.kiln.client.files.ParallelFor;
import dev.kiln.sdk.FieldChange;
import dev.kiln.sdk.InternalAnnotations;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The items of a scope, and those of them that a function gets.
 *
 * @param all the items of the scope
 * @param selected the items that the selectors match
 */
record SelectedItems(List<TrackedItem> all, List<TrackedItem> selected) {
  static SelectedItems of(Step step, List<TrackedItem> all) {
    return new SelectedItems(
        all,
        step.selection().isEverything()
            ? all
            : all.stream().filter(item -> step.selection().matches(item.resource())).toList());
  }

  /** Whether the step has selectors that match nothing. */
  boolean selectsNothing(Step step) {
    return selected.isEmpty() && !step.selection().isEverything();
  }

  ResourceList list() {
    var resources = new Resource[selected.size()];
    for (int i = 0; i < resources.length; i++) {
      resources[i] = selected.get(i).resource();
    }
    return ResourceList.of(resources);
  }

  /** Returns all items of the scope, with the selected ones replaced. */
  @SuppressWarnings("ReferenceEquality") // the same instances
  List<TrackedItem> with(List<TrackedItem> after) {
    if (selected == all) {
      return after;
    }
    Set<String> selectedIds = new HashSet<>();
    selected.forEach(item -> selectedIds.add(item.id()));
    return replace(all, item -> selectedIds.contains(item.id()), after);
  }

  /**
   * Returns all items with some of them replaced. New items for which there is no position come
   * last.
   */
  static List<TrackedItem> replace(
      List<TrackedItem> all, Predicate<TrackedItem> some, List<TrackedItem> others) {
    var now = new ArrayList<TrackedItem>(all.size());
    int next = 0;
    for (TrackedItem item : all) {
      if (!some.test(item)) {
        now.add(item);
      } else if (next < others.size()) {
        now.add(others.get(next++));
      }
    }
    now.addAll(others.subList(next, others.size()));
    return now;
  }

  /**
   * Returns the changes to the selected items.
   *
   * @param explain whether to list the changed fields
   */
  List<ItemChange> changes(List<TrackedItem> after, boolean explain) {
    Map<String, TrackedItem> before = new HashMap<>();
    boolean inPlace = isInPlace(after);
    if (!inPlace) {
      selected.forEach(item -> before.put(item.id(), item));
    }
    var changes = new @Nullable ItemChange[after.size()];
    ParallelFor.each(
        changes.length,
        i -> {
          TrackedItem now = after.get(i);
          changes[i] = change(inPlace ? selected.get(i) : before.get(now.id()), now, explain);
        });
    var all = new ArrayList<ItemChange>(changes.length);
    for (ItemChange change : changes) {
      if (change != null) {
        all.add(change);
      }
    }
    after.forEach(item -> before.remove(item.id()));
    for (TrackedItem gone : inPlace ? List.<TrackedItem>of() : selected) {
      if (before.containsKey(gone.id())) {
        all.add(change(ItemChange.Kind.DELETED, gone));
      }
    }
    return all;
  }

  private boolean isInPlace(List<TrackedItem> after) {
    boolean inPlace = after.size() == selected.size();
    for (int i = 0; inPlace && i < after.size(); i++) {
      inPlace = after.get(i).id().equals(selected.get(i).id());
    }
    return inPlace;
  }

  /** Returns the change, or null if the item is unchanged. */
  private static @Nullable ItemChange change(
      @Nullable TrackedItem was, TrackedItem now, boolean explain) {
    if (was == null) {
      return change(ItemChange.Kind.CREATED, now);
    }
    return isChanged(was, now) ? changed(was, now, explain) : null;
  }

  @SuppressWarnings("ReferenceEquality") // an untouched item need not be compared
  private static boolean isChanged(TrackedItem was, TrackedItem now) {
    return was.resource() != now.resource() && !was.resource().hasSameContentAs(now.resource());
  }

  private static ItemChange change(ItemChange.Kind kind, TrackedItem item) {
    return new ItemChange(kind, item.path(), item.resource().id(), List.of());
  }

  private static ItemChange changed(TrackedItem was, TrackedItem now, boolean explain) {
    return new ItemChange(
        ItemChange.Kind.CHANGED,
        now.path(),
        now.resource().id(),
        explain ? fields(was, now) : List.of());
  }

  private static List<FieldChange> fields(TrackedItem was, TrackedItem now) {
    var fields = new ArrayList<FieldChange>();
    if (!was.path().equals(now.path())) {
      fields.add(new FieldChange(PATH, Yaml.of(was.path()), Yaml.of(now.path())));
    } else if (was.index() != now.index()) {
      fields.add(new FieldChange(INDEX, Yaml.of(was.index()), Yaml.of(now.index())));
    }
    fields.addAll(was.resource().changesTo(now.resource(), InternalAnnotations::contains));
    return fields;
  }

  private static final Path PATH = Path.keys("path");
  private static final Path INDEX = Path.keys("index");
}
