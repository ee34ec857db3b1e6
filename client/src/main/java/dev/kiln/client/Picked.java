package dev.kiln.client;

import dev.kiln.sdk.FieldChange;
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

/**
 * The items of a scope, and those of them that a function gets.
 *
 * @param all of its scope
 * @param items that its selectors fit
 */
record Picked(List<Item> all, List<Item> items) {
  static Picked of(Step step, List<Item> all) {
    return new Picked(
        all,
        step.selection().isEverything()
            ? all
            : all.stream().filter(item -> step.selection().fits(item.resource())).toList());
  }

  /** Whether its selectors fit nothing. */
  boolean isNothing(Step step) {
    return items.isEmpty() && !step.selection().isEverything();
  }

  ResourceList list() {
    var resources = new Resource[items.size()];
    for (int i = 0; i < resources.length; i++) {
      resources[i] = items.get(i).resource();
    }
    return ResourceList.of(resources);
  }

  /** All of the scope, with others in the places of those that were picked. */
  @SuppressWarnings("ReferenceEquality") // the very lists
  List<Item> with(List<Item> after) {
    if (items == all) {
      return after;
    }
    Set<String> picked = new HashSet<>();
    items.forEach(item -> picked.add(item.id()));
    return replaced(all, item -> picked.contains(item.id()), after);
  }

  /** All, with others in the places of some: those for which there is no room come last. */
  static List<Item> replaced(List<Item> all, Predicate<Item> some, List<Item> others) {
    var now = new ArrayList<Item>(all.size());
    int next = 0;
    for (Item item : all) {
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
   * What became of those that were picked.
   *
   * @param explain whether it is told which fields changed
   */
  List<ItemChange> changes(List<Item> after, boolean explain) {
    Map<String, Item> before = new HashMap<>();
    items.forEach(item -> before.put(item.id(), item));
    var changes = new ArrayList<ItemChange>();
    for (Item now : after) {
      Item was = before.remove(now.id());
      if (was == null) {
        changes.add(change(ItemChange.Kind.CREATED, now));
      } else if (isChanged(was, now)) {
        changes.add(changed(was, now, explain));
      }
    }
    for (Item gone : items) {
      if (before.containsKey(gone.id())) {
        changes.add(change(ItemChange.Kind.DELETED, gone));
      }
    }
    return changes;
  }

  @SuppressWarnings("ReferenceEquality") // what was not touched need not be compared
  private static boolean isChanged(Item was, Item now) {
    return was.resource() != now.resource() && !was.resource().isLike(now.resource());
  }

  private static ItemChange change(ItemChange.Kind kind, Item item) {
    return new ItemChange(kind, item.path(), item.resource(), List.of());
  }

  private static ItemChange changed(Item was, Item now, boolean explain) {
    return new ItemChange(
        ItemChange.Kind.CHANGED,
        now.path(),
        now.resource(),
        explain ? fields(was, now) : List.of());
  }

  private static List<FieldChange> fields(Item was, Item now) {
    var fields = new ArrayList<FieldChange>();
    if (!was.path().equals(now.path())) {
      fields.add(new FieldChange(PATH, Yaml.of(was.path()), Yaml.of(now.path())));
    } else if (was.index() != now.index()) {
      fields.add(new FieldChange(INDEX, Yaml.of(was.index()), Yaml.of(now.index())));
    }
    fields.addAll(was.resource().changes(now.resource(), Marks::isOne));
    return fields;
  }

  private static final Path PATH = Path.keys("path");
  private static final Path INDEX = Path.keys("index");
}
