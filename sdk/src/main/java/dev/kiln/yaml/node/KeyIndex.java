package dev.kiln.yaml.node;

import java.util.concurrent.ThreadLocalRandom;

/** Finds the keys of one large map. It holds no strings, only the positions of the keys. */
public final class KeyIndex {
  /** It differs in each process, so that nobody can choose keys that all have the same hash. */
  private static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() | 1;

  private static final int NONE = 0; // the first node of a text is never a key

  private final YamlSource source;
  private final int[] slots;
  private final boolean merges;

  KeyIndex(YamlSource source, int map) {
    this.source = source;
    int count = source.count(map);
    this.slots = new int[2 * Integer.highestOneBit(count) * 2];
    boolean mergeKeys = false;
    int key = source.firstChild(map);
    for (int k = count; k > 0; k--) {
      if (source.node(key).isScalar()) {
        add(key, source.node(key).text());
      }
      mergeKeys |= source.isMergeKey(key);
      key = source.afterSubtree(source.afterSubtree(key));
    }
    this.merges = mergeKeys;
  }

  private void add(int key, String name) {
    int slot = slot(name);
    if (slots[slot] == NONE) { // otherwise an earlier key has the same name
      slots[slot] = key;
    }
  }

  /** The first key of this name; -1 if there is none. */
  public int find(String name) {
    int key = slots[slot(name)];
    return key == NONE ? -1 : key;
  }

  /** Whether the map has a key that merges the entries of other maps. */
  public boolean merges() {
    return merges;
  }

  /** The slot of the key of this name, or the empty slot where it belongs. */
  private int slot(String name) {
    long hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash + name.charAt(i) + 1) * MULTIPLIER;
    }
    int mask = slots.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] != NONE && !source.textEquals(slots[slot], name)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
