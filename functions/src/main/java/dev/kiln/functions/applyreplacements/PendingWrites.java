package dev.kiln.functions.applyreplacements;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values that wait to be written into one item, and what a look at the item misses without them.
 */
final class PendingWrites {
  /** New values of scalars and of missing fields. */
  private final Map<Path, Object> values = new LinkedHashMap<>();

  /** New items at the end of lists. */
  private final Map<Path, NewItems> items = new LinkedHashMap<>();

  /** The new items of one list, as values and as nodes. */
  private record NewItems(List<Object> values, List<Node> nodes) {
    void add(Object item) {
      values.add(item);
      nodes.add(Yaml.of(item));
    }
  }

  private static final NewItems NONE = new NewItems(List.of(), List.of());

  /** The places of all values with everything around them. */
  private final Set<Path> changed = new HashSet<>();

  /** Lists whose items match other texts than before. */
  private final Set<Path> changedItems = new HashSet<>();

  boolean isEmpty() {
    return values.isEmpty() && items.isEmpty();
  }

  void clear() {
    values.clear();
    items.clear();
    changed.clear();
    changedItems.clear();
  }

  void set(Path place, Object value) {
    values.put(place, value);
    changeAt(place);
    Path around = place.isRoot() ? place : place.parent();
    if (isItem(place)) {
      changedItems.add(around);
    } else if (isItem(around)) {
      changedItems.add(
          fieldOfItems(around.parent(), ((Path.Step.Key) place.steps().getLast()).name()));
    }
  }

  private static boolean isItem(Path place) {
    return !place.isRoot() && place.steps().getLast() instanceof Path.Step.Index;
  }

  private static Path fieldOfItems(Path list, String field) {
    return list.all().key(field);
  }

  void append(Path list, Object item) {
    items.computeIfAbsent(list, _ -> new NewItems(new ArrayList<>(), new ArrayList<>())).add(item);
    changeAt(list);
  }

  private void changeAt(Path place) {
    Path at = place;
    while (changed.add(at) && !at.isRoot()) {
      at = at.parent();
    }
  }

  /** Whether a value waits for this place. */
  boolean sets(Path place) {
    return values.containsKey(place);
  }

  /** Whether a value waits for this place or a place inside. */
  boolean changes(Path place) {
    return changed.contains(place);
  }

  /** Whether a list on the way to this place gets new items. */
  boolean addsItemsAround(Path place) {
    boolean found = items.containsKey(place);
    for (Path at = place; !found && !items.isEmpty() && !at.isRoot(); ) {
      at = at.parent();
      found = items.containsKey(at);
    }
    return found;
  }

  /**
   * Whether other items of a list match than before.
   *
   * @param field the field that is compared; empty if it is the item itself
   */
  boolean changesMatches(Path list, String field) {
    return changedItems.contains(list)
        || (!field.isEmpty() && changedItems.contains(fieldOfItems(list, field)));
  }

  /** The new items of a list. */
  List<Node> itemsOf(Path list) {
    return items.getOrDefault(list, NONE).nodes();
  }

  void write(Edit edit) {
    values.forEach(edit::set);
    items.forEach((list, added) -> added.values().forEach(item -> edit.append(list, item)));
  }
}
