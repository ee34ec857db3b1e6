package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the old item of each item of a changed list. Items that both lists begin and end with are
 * the same. The others are the same if a key identifies them, as the name of a container does; if
 * no key does, those at the same place are taken for the same.
 */
final class ListAlignment {
  /** What identifies an item: its name, or the keys by which Kubernetes merges lists. */
  private static final String[] KEYS = {
    "name",
    "containerPort",
    "mountPath",
    "devicePath",
    "topologyKey",
    "port",
    "ip",
    "key",
    "type",
    "id"
  };

  private static final int NEW = -1;

  private final List<Node> old;
  private final List<Node> wanted;

  /** For each wanted item, the index of the old one, or {@link #NEW}. */
  private final int[] origins;

  private ListAlignment(List<Node> old, List<Node> wanted) {
    this.old = old;
    this.wanted = wanted;
    this.origins = new int[wanted.size()];
  }

  /**
   * Aligns two lists.
   *
   * @return for each wanted item, the index of the old one, or -1 if it is new
   */
  static int[] align(List<Node> old, List<Node> wanted) {
    var alignment = new ListAlignment(old, wanted);
    alignment.align();
    return alignment.origins;
  }

  private void align() {
    int common = Math.min(old.size(), wanted.size());
    int head = 0;
    while (head < common && old.get(head).hasSameValueAs(wanted.get(head))) {
      origins[head] = head;
      head++;
    }
    int tail = 0;
    while (tail < common - head
        && old.get(old.size() - 1 - tail).hasSameValueAs(wanted.get(wanted.size() - 1 - tail))) {
      tail++;
      origins[wanted.size() - tail] = old.size() - tail;
    }
    int oldEnd = old.size() - tail;
    int wantedEnd = wanted.size() - tail;
    for (String key : KEYS) {
      if (alignByKey(key, head, oldEnd, wantedEnd)) {
        return;
      }
    }
    for (int i = head; i < wantedEnd; i++) {
      origins[i] = i < oldEnd ? i : NEW;
    }
  }

  /** Whether each item has a text at this key that no other item of its list has. */
  private boolean alignByKey(String key, int from, int oldEnd, int wantedEnd) {
    Map<String, Integer> known = indexes(old, key, from, oldEnd);
    Map<String, Integer> places = known == null ? null : indexes(wanted, key, from, wantedEnd);
    if (known == null || places == null) {
      return false;
    }
    Arrays.fill(origins, from, wantedEnd, NEW);
    places.forEach((text, place) -> origins[place] = known.getOrDefault(text, NEW));
    return true;
  }

  /** The index of each item by its text at a key; null if the key does not identify them. */
  private static @Nullable Map<String, Integer> indexes(
      List<Node> items, String key, int from, int end) {
    var indexes = new HashMap<String, Integer>();
    for (int i = from; i < end; i++) {
      Node value = items.get(i).isMap() ? items.get(i).at(key) : null;
      if (value == null || !value.isScalar() || indexes.put(value.text(), i) != null) {
        return null;
      }
    }
    return indexes;
  }
}
