package dev.kiln.yaml.node;

import dev.kiln.yaml.table.ByteSearch;
import dev.kiln.yaml.table.CallInterrupted;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.TextPosition;
import java.util.HashMap;

/**
 * Refuses maps with a duplicate key, and merge keys with nothing to merge. It makes one pass and
 * allocates no object per key.
 */
final class DuplicateKeys {
  /**
   * Maps with at least this many keys are checked with a hash map; smaller ones by comparing marks.
   */
  private static final int MAX_SMALL_MAP = 16;

  private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final int MAPS_PER_INTERRUPT_CHECK = 1 << 10;

  private final YamlSource source;
  private int maps;
  private final NodeTable table;
  private final long[] fingerprints = new long[MAX_SMALL_MAP];
  private final int[] keys = new int[MAX_SMALL_MAP];

  private DuplicateKeys(YamlSource source) {
    this.source = source;
    this.table = source.table;
  }

  static void check(YamlSource source) {
    var keys = new DuplicateKeys(source);
    int size = source.table.size;
    for (int i = 0; i < size; i++) {
      int kind = source.table.kind(i);
      if (NodeKind.isCollection(kind)) {
        if (NodeKind.isMap(kind)) {
          keys.checkInterrupt();
          keys.checkMap(i);
        }
        i++;
      }
    }
  }

  private void checkInterrupt() {
    if (++maps % MAPS_PER_INTERRUPT_CHECK == 0) {
      CallInterrupted.check();
    }
  }

  private void checkMap(int map) {
    int count = table.count(map);
    if (count > MAX_SMALL_MAP) {
      checkMany(map, count);
      return;
    }
    int key = source.firstChild(map);
    long seen = 0;
    for (int n = 0; n < count; n++) {
      if (table.kind(key) > NodeKind.DOUBLE_QUOTED || table.needsDecoding(key)) {
        checkMany(map, count);
        return;
      }
      long fingerprint = fingerprint(key);
      long bit = 1L << (fingerprint >>> 58);
      if ((seen & bit) != 0) {
        compareWithEarlier(key, fingerprint, n);
      }
      seen |= bit;
      fingerprints[n] = fingerprint;
      keys[n] = key;
      key = table.afterSubtree(key + 1);
    }
  }

  private void compareWithEarlier(int key, long fingerprint, int earlierKeys) {
    for (int k = 0; k < earlierKeys; k++) {
      if (fingerprints[k] == fingerprint && name(keys[k]).equals(name(key))) {
        throw duplicateKey(keys[k], key);
      }
    }
  }

  private void checkMany(int map, int count) {
    var seen = HashMap.<String, Integer>newHashMap(count);
    int key = source.firstChild(map);
    for (int n = 0; n < count; n++) {
      if (source.isMergeKey(key)) {
        checkMerge(key);
      }
      var before = seen.put(name(key), key);
      if (before != null) {
        throw duplicateKey(before, key);
      }
      key = table.afterSubtree(table.afterSubtree(key));
    }
  }

  /**
   * A number computed from the first bytes, the last bytes and the length of a key. Equal keys have
   * equal marks; different keys rarely do.
   */
  private long fingerprint(int key) {
    byte[] bytes = source.bytes;
    int quote = table.kind(key) == NodeKind.PLAIN ? 0 : 1;
    int start = table.start(key) + quote;
    int end = table.end(key) - quote;
    int length = end - start;
    if (length == 2 && source.isMergeKey(key)) {
      checkMerge(key);
    }
    int edgeLength = Math.min(8, length);
    long first = ByteSearch.readPartialLong(bytes, start, edgeLength);
    long last = ByteSearch.readPartialLong(bytes, end - edgeLength, edgeLength);
    return ((first ^ length) * HASH_MULTIPLIER ^ last) * HASH_MULTIPLIER;
  }

  private void checkMerge(int key) {
    new Node(source, table.afterSubtree(key), key).mergedMaps();
  }

  private String name(int key) {
    return new Entry(source.node(key), source.node(key)).name();
  }

  private BadYaml duplicateKey(int first, int second) {
    return source.error(
        table.start(second),
        "duplicate key \""
            + name(second)
            + "\", first on line "
            + TextPosition.of(source.bytes, table.start(first)).line());
  }
}
