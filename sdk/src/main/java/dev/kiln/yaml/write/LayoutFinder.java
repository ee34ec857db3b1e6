package dev.kiln.yaml.write;

import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import java.util.Arrays;

/** Finds how the text around a collection is written: its indentation, commas and colons. */
public final class LayoutFinder {
  private LayoutFinder() {}

  /**
   * The collections on the path from the root to {@code collection}, the root first.
   *
   * @param known the path to another collection, from which the search continues
   */
  static int[] way(YamlSource s, int root, int collection, int[] known) {
    int depth = 0;
    while (depth < known.length
        && known[depth] <= collection
        && s.next(known[depth]) > collection) {
      depth++;
    }
    var way = Arrays.copyOf(known, Math.max(8, known.length));
    int i = depth == 0 ? root : behind(s, known[depth - 1]);
    if (depth < known.length && known[depth] <= collection) {
      i = s.next(known[depth]);
    }
    while (i <= collection) {
      if (s.next(i) <= collection) {
        i = s.next(i);
        continue;
      }
      if (depth == way.length) {
        way = Arrays.copyOf(way, 2 * depth);
      }
      way[depth++] = i;
      i = behind(s, i);
    }
    return Arrays.copyOf(way, depth);
  }

  /**
   * The indentation of values of a kind relative to their keys. It is taken from this collection,
   * else from those around it, else from anywhere in the text; -1 if the text has no such value.
   */
  static int step(YamlSource s, int[] way, int kind) {
    for (int k = way.length - 1; k >= 0; k--) {
      int step = childStep(s, way[k], kind);
      if (step >= 0) {
        return step;
      }
    }
    for (int i = way[0], end = s.next(way[0]); i < end; i = behind(s, i)) {
      int step = childStep(s, i, kind);
      if (step >= 0) {
        return step;
      }
    }
    return -1;
  }

  /** The indentation of the first value of a kind relative to its map, or -1. */
  private static int childStep(YamlSource s, int map, int kind) {
    if (s.kind(map) != NodeKind.BLOCK_MAP) {
      return -1;
    }
    int end = s.next(map);
    for (int key = s.first(map); key < end; ) {
      int value = s.next(key);
      if (s.kind(value) == kind) {
        int column = TextLines.column(s.bytes, s.start(map), s.column);
        return TextLines.column(s.bytes, s.start(value), s.column) - column;
      }
      key = s.next(value);
    }
    return -1;
  }

  static int gap(YamlSource s, int[] way) {
    for (int k = way.length - 1; k >= 0; k--) {
      int gap = gap(s, way[k]);
      if (gap > 0) {
        return gap;
      }
    }
    for (int i = way[0], end = s.next(way[0]); i < end; i = behind(s, i)) {
      int gap = gap(s, i);
      if (gap > 0) {
        return gap;
      }
    }
    return 2;
  }

  private static int gap(YamlSource s, int list) {
    if (s.kind(list) != NodeKind.BLOCK_LIST) {
      return -1;
    }
    int dash = s.start(list);
    int item = s.propsStart(s.first(list));
    return item > dash + 1 && item < TextLines.end(s.bytes, dash) ? item - dash : -1;
  }

  /**
   * Whether the keys of the innermost enclosing flow map with entries, or else of the first flow
   * map inside, are in double quotes.
   */
  static boolean isJson(YamlSource s, int root, int collection) {
    int found = -1;
    int i = root;
    while (i <= collection) {
      if (s.next(i) <= collection) {
        i = s.next(i);
      } else {
        found = s.kind(i) == NodeKind.FLOW_MAP && s.count(i) > 0 ? i : found;
        i = behind(s, i);
      }
    }
    for (i = collection; found < 0 && i < s.next(collection); i = behind(s, i)) {
      found = s.kind(i) == NodeKind.FLOW_MAP && s.count(i) > 0 ? i : found;
    }
    int child = found >= 0 ? found : collection;
    return s.count(child) > 0 && s.kind(s.first(child)) == NodeKind.DOUBLE;
  }

  /**
   * Finds a flow map whose first key has a colon on its line: this one, one around it, or the first
   * in the text.
   */
  static int withColon(YamlSource s, int root, int collection) {
    if (hasColon(s, collection)) {
      return collection;
    }
    for (int i = root, end = s.next(root); i < end; i = behind(s, i)) {
      if (hasColon(s, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean hasColon(YamlSource s, int i) {
    if (s.kind(i) != NodeKind.FLOW_MAP || s.count(i) == 0) {
      return false;
    }
    int p = TextLines.skipBlanks(s.bytes, s.end(s.first(i)));
    return p < s.bytes.length && s.bytes[p] == ':';
  }

  static String colon(YamlSource s, int map, boolean json) {
    int p = TextLines.skipBlanks(s.bytes, s.end(s.first(map)));
    return json && s.start(s.next(s.first(map))) == p + 1 ? ":" : ": ";
  }

  static int withComma(YamlSource s, int root, int collection) {
    if (s.count(collection) > 1) {
      return collection;
    }
    for (int i = root, end = s.next(root); i < end; i = behind(s, i)) {
      if (NodeKind.isFlow(s.kind(i)) && s.count(i) > 1) {
        return i;
      }
    }
    return -1;
  }

  static String comma(YamlSource s, int collection) {
    int first = s.first(collection);
    int end = s.kind(collection) == NodeKind.FLOW_MAP ? s.next(first) : first;
    int next = s.next(end);
    int p = s.end(end);
    while (p < s.propsStart(next) && s.bytes[p] != ',') {
      p++;
    }
    return s.propsStart(next) == p + 1 ? "," : ", ";
  }

  /** The next node in document order. */
  public static int behind(YamlSource s, int i) {
    return NodeKind.isCollection(s.kind(i)) ? s.first(i) : i + 1;
  }
}
