package dev.kiln.functions.applyreplacements;

import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The items of one call. They are found by name or kind, so that a replacement does not look at
 * every item.
 */
final class EditedItems {
  private final ResourceList list;
  private final List<EditedItem> all = new ArrayList<>();

  /** The items by each name that they have or had, in order. */
  private final Map<String, Set<EditedItem>> byName = new HashMap<>();

  private final Map<String, Set<EditedItem>> byKind = new HashMap<>();

  EditedItems(ResourceList list) {
    this.list = list;
    for (Resource item : list.items()) {
      var edited = new EditedItem(all.size(), item);
      all.add(edited);
      index(edited);
    }
  }

  private void index(EditedItem item) {
    for (IdentityPattern identity : IdentityPattern.identitiesOf(item.identity())) {
      set(byName, identity.name()).add(item);
      set(byKind, identity.kind()).add(item);
    }
  }

  private static Set<EditedItem> set(Map<String, Set<EditedItem>> sets, String key) {
    return sets.computeIfAbsent(
        key, _ -> new TreeSet<>(Comparator.comparingInt(EditedItem::position)));
  }

  /** Returns the items that match, in order. */
  List<EditedItem> find(IdentityPattern pattern) {
    return candidates(pattern).stream().filter(item -> pattern.matches(item.identity())).toList();
  }

  private Collection<EditedItem> candidates(IdentityPattern pattern) {
    if (!pattern.name().isEmpty()) {
      return byName.getOrDefault(pattern.name(), Set.of());
    }
    return pattern.kind().isEmpty() ? all : byKind.getOrDefault(pattern.kind(), Set.of());
  }

  /** Puts a value into the fields of an item that the path leads to. */
  @SuppressWarnings("ReferenceEquality") // a value that waits leaves the item as it is
  void write(
      EditedItem item, Node value, String path, FieldOptions options, List<Result> warnings) {
    CallInterrupted.check();
    Resource before = item.identity();
    item.write(value, path, options, warnings);
    if (item.identity() != before) {
      index(item); // a former name stays in the index; find() checks each item
    }
  }

  /** Returns the list with all values. */
  ResourceList written() {
    return list.withItems(all.stream().map(EditedItem::written).toList());
  }
}
