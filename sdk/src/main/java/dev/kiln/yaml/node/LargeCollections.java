package dev.kiln.yaml.node;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of the large maps and lists of one text, so that many look-ups do not search them
 * again and again. Safe on any thread.
 */
final class LargeCollections {
  /** Collections of this size or smaller are searched as fast as an index finds something. */
  static final int MAX_SEARCHED = 32;

  private final YamlSource source;

  /** The indexes by map; empty for a map that was searched only once. */
  private final Map<Integer, Optional<KeyIndex>> keys = new ConcurrentHashMap<>();

  private final Map<Integer, int[]> items = new ConcurrentHashMap<>();

  LargeCollections(YamlSource source) {
    this.source = source;
  }

  /** The index of a large map; null if the map is searched for the first time. */
  @Nullable KeyIndex keys(int map) {
    Optional<KeyIndex> known = keys.putIfAbsent(map, Optional.empty());
    if (known == null) {
      return null;
    }
    if (known.isEmpty()) {
      known = Optional.of(new KeyIndex(source, map));
      keys.put(map, known);
    }
    return known.get();
  }

  /** The nodes of the items of a large list. */
  int[] items(int list) {
    int[] known = items.get(list);
    if (known == null) {
      known = source.findItems(list);
      items.put(list, known);
    }
    return known;
  }
}
