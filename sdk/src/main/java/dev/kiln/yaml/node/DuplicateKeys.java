package dev.kiln.yaml.node;

import dev.kiln.yaml.table.ByteSearch;
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
  private static final int FEW = 16;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final YamlSource source;
  private final NodeTable table;
  private final long[] marks = new long[FEW];
  private final int[] keys = new int[FEW];

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
          keys.checkMap(i);
        }
        i++;
      }
    }
  }

  private void checkMap(int map) {
    int count = table.count(map);
    if (count > FEW) {
      checkMany(map, count);
      return;
    }
    int key = source.first(map);
    long seen = 0;
    for (int n = 0; n < count; n++) {
      if (table.kind(key) > NodeKind.DOUBLE || table.coded(key)) {
        checkMany(map, count);
        return;
      }
      long mark = mark(key);
      long bit = 1L << (mark >>> 58);
      if ((seen & bit) != 0) {
        compare(key, mark, n);
      }
      seen |= bit;
      marks[n] = mark;
      keys[n] = key;
      key = table.next(key + 1);
    }
  }

  private void compare(int key, long mark, int before) {
    for (int k = 0; k < before; k++) {
      if (marks[k] == mark && name(keys[k]).equals(name(key))) {
        throw twice(keys[k], key);
      }
    }
  }

  private void checkMany(int map, int count) {
    var seen = HashMap.<String, Integer>newHashMap(count);
    int key = source.first(map);
    for (int n = 0; n < count; n++) {
      if (source.isMerge(key)) {
        checkMerge(key);
      }
      var before = seen.put(name(key), key);
      if (before != null) {
        throw twice(before, key);
      }
      key = table.next(table.next(key));
    }
  }

  /**
   * A number computed from the first bytes, the last bytes and the length of a key. Equal keys have
   * equal marks; different keys rarely do.
   */
  private long mark(int key) {
    byte[] bytes = source.bytes;
    int quote = table.kind(key) == NodeKind.PLAIN ? 0 : 1;
    int start = table.start(key) + quote;
    int end = table.end(key) - quote;
    int length = end - start;
    if (length == 2 && source.isMerge(key)) {
      checkMerge(key);
    }
    int some = Math.min(8, length);
    long first = ByteSearch.upTo(bytes, start, some);
    long last = ByteSearch.upTo(bytes, end - some, some);
    return ((first ^ length) * SPREAD ^ last) * SPREAD;
  }

  private void checkMerge(int key) {
    new Node(source, table.next(key), key).mergedMaps();
  }

  private String name(int key) {
    return new Entry(source.node(key), source.node(key)).name();
  }

  private BadYaml twice(int first, int second) {
    return source.error(
        table.start(second),
        "duplicate key \""
            + name(second)
            + "\", first on line "
            + TextPosition.of(source.bytes, table.start(first)).line());
  }
}
