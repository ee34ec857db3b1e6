package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.table.SmallLists;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A pending change of one node. It belongs to the {@link Draft} of one thread. */
abstract sealed class Change {
  final NodePosition position;

  Change(NodePosition position) {
    this.position = position;
  }

  /**
   * A node and the collection that contains it.
   *
   * @param parent the collection that contains the node, or -1 for the root
   * @param key the node's key in a map, or -1
   */
  record NodePosition(int node, int parent, int key) {}

  /** Replaces a whole value. */
  static final class Replacement extends Change {
    @Nullable Object value;

    /** Whether a flow collection becomes a block. */
    final boolean toBlock;

    /** Whether this is an alias that gets a copy of its value, and so keeps its meaning. */
    boolean copiesAlias;

    Replacement(
        NodePosition position, @Nullable Object value, boolean toBlock, boolean copiesAlias) {
      super(position);
      this.value = value;
      this.toBlock = toBlock;
      this.copiesAlias = copiesAlias;
    }
  }

  /** Sets a comment, or removes it if the text is null. */
  static final class CommentChange extends Change {
    final Comment place;
    final @Nullable String text;

    CommentChange(NodePosition position, Comment place, @Nullable String text) {
      super(position);
      this.place = place;
      this.text = text;
    }
  }

  /** Adds, removes or renames entries of a map. */
  static final class MapChange extends Change {
    /** The key nodes of the entries to remove. */
    SortedSet<Integer> removed = Collections.emptySortedSet();

    /** New names, by key node. */
    SortedMap<Integer, String> renamed = Collections.emptySortedMap();

    List<AddedEntry> added = List.of();

    /** The keys of {@link #added}, if they are many. */
    private Set<String> addedKeys = Set.of();

    MapChange(NodePosition position) {
      super(position);
    }

    void remove(int key) {
      if (removed.isEmpty()) {
        removed = new TreeSet<>();
      }
      removed.add(key);
    }

    boolean removes(int key) {
      return !removed.isEmpty() && removed.contains(key);
    }

    void rename(int key, String name) {
      if (renamed.isEmpty()) {
        renamed = new TreeMap<>();
      }
      renamed.put(key, name);
    }

    void add(String key, @Nullable Object value) {
      added = SmallLists.append(added, new AddedEntry(key, value));
      if (!addedKeys.isEmpty()) {
        addedKeys.add(key);
      } else if (added.size() > Draft.MAX_UNINDEXED) {
        addedKeys = new HashSet<>();
        for (var entry : added) {
          addedKeys.add(entry.key());
        }
      }
    }

    boolean adds(String name) {
      if (!addedKeys.isEmpty()) {
        return addedKeys.contains(name);
      }
      for (var entry : added) {
        if (entry.key().equals(name)) {
          return true;
        }
      }
      return false;
    }
  }

  /** A new entry of a map. */
  record AddedEntry(String key, @Nullable Object value) {}

  /** Adds, removes or moves items of a list. */
  static final class ListChange extends Change {
    /** The nodes of the items before the change. */
    final int[] items;

    /** The new contents of the list: {@link KeptItem} and {@link NewItem}. */
    final List<ListPart> parts = new GapList<>();

    boolean moved;

    ListChange(NodePosition position, int[] items) {
      super(position);
      this.items = items;
      for (int i = 0; i < items.length; i++) {
        parts.add(new KeptItem(i));
      }
    }
  }

  /** One item of a changed list. */
  sealed interface ListPart permits KeptItem, NewItem {}

  /** An item that the list already had. */
  record KeptItem(int oldIndex) implements ListPart {}

  /** A new item. */
  record NewItem(@Nullable Object value) implements ListPart {}
}
