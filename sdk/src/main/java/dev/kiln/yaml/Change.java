package dev.kiln.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an edit means to do to one node. Belongs to the {@link Draft} of one thread. */
abstract sealed class Change {
  final Spot spot;

  Change(Spot spot) {
    this.spot = spot;
  }

  /**
   * A node and what it stands in.
   *
   * @param parent the collection around it, or -1 for the root
   * @param key its key in a map, or -1
   */
  record Spot(int node, int parent, int key) {}

  /** A whole value is replaced. */
  static final class Replacement extends Change {
    final @Nullable Object value;

    /** A flow collection becomes a block. */
    final boolean block;

    Replacement(Spot spot, @Nullable Object value, boolean block) {
      super(spot);
      this.value = value;
      this.block = block;
    }
  }

  /** The anchor of a node goes, nothing else. */
  static final class Unanchoring extends Change {
    Unanchoring(Spot spot) {
      super(spot);
    }
  }

  /** A comment is set, or removed if its text is null. */
  static final class Commenting extends Change {
    final Comment place;
    final @Nullable String text;

    Commenting(Spot spot, Comment place, @Nullable String text) {
      super(spot);
      this.place = place;
      this.text = text;
    }
  }

  /** Entries of a map come, go, or get other keys. */
  static final class MapChange extends Change {
    /** The key nodes of the entries that go. */
    SortedSet<Integer> removed = Collections.emptySortedSet();

    /** New names, by key node. */
    SortedMap<Integer, String> renamed = Collections.emptySortedMap();

    List<Added> added = List.of();

    MapChange(Spot spot) {
      super(spot);
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
      added = Few.plus(added, new Added(key, value));
    }

    boolean adds(String name) {
      for (var entry : added) {
        if (entry.key().equals(name)) {
          return true;
        }
      }
      return false;
    }
  }

  /** A new entry of a map. */
  record Added(String key, @Nullable Object value) {}

  /** Items of a list come, go or move. */
  static final class ListChange extends Change {
    /** The nodes of the items as they were. */
    final int[] items;

    /** What is to stand in the list: {@link Kept} and {@link Fresh}. */
    final ArrayList<Part> parts;

    boolean moved;

    ListChange(Spot spot, int[] items) {
      super(spot);
      this.items = items;
      this.parts = new ArrayList<>(items.length + 4);
      for (int i = 0; i < items.length; i++) {
        parts.add(new Kept(i));
      }
    }
  }

  /** What stands at a place of a changed list. */
  sealed interface Part permits Kept, Fresh {}

  /** An item that was there. */
  record Kept(int ordinal) implements Part {}

  /** A new item. */
  record Fresh(@Nullable Object value) implements Part {}
}
