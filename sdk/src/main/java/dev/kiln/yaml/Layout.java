package dev.kiln.yaml;

import java.util.Arrays;

/**
 * How the surroundings of new text are written, so that it fits in.
 *
 * @param newline the line break
 * @param step how much deeper a map stands than its key
 * @param listStep how much deeper a list's dashes stand than its key
 * @param gap from a dash to what follows it
 * @param json whether flow text is JSON: all strings in double quotes
 * @param comma what parts the entries of a flow collection on one line
 * @param colon what follows the key in a flow map
 */
record Layout(
    byte[] newline, int step, int listStep, int gap, boolean json, String comma, String colon) {

  private static final byte[] LF = {'\n'};

  /** What {@link Yaml#of} writes. */
  static final Layout BLOCK = new Layout(LF, 2, 0, 2, false, ", ", ": ");

  /** JSON on one line. */
  static final Layout JSON = new Layout(LF, 2, 0, 2, true, ",", ":");

  Layout with(byte[] otherNewline) {
    return new Layout(otherNewline, step, listStep, gap, json, comma, colon);
  }

  /**
   * The layout around one collection of a source, as far as it can be seen in the subtree of {@code
   * root}.
   */
  static Layout around(Source source, int root, int collection) {
    byte[] newline = Lines.breakAt(source.bytes, source.end(collection));
    if (Kind.isFlow(source.kind(collection))) {
      return flow(source, root, collection, newline);
    }
    int[] way = way(source, root, collection);
    int step = step(source, way, Kind.BLOCK_MAP);
    int listStep = step(source, way, Kind.BLOCK_LIST);
    return new Layout(
        newline, step > 0 ? step : 2, Math.max(listStep, 0), gap(source, way), false, ", ", ": ");
  }

  /** The collections from the root down to one, the root first. */
  private static int[] way(Source s, int root, int collection) {
    var way = new int[8];
    int depth = 0;
    int i = root;
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
   * How much deeper values of a kind stand than their keys: right here, around here, or anywhere;
   * -1 if nowhere.
   */
  private static int step(Source s, int[] way, int kind) {
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

  /** How much deeper the first value of a kind stands than its map, or -1. */
  private static int childStep(Source s, int map, int kind) {
    if (s.kind(map) != Kind.BLOCK_MAP) {
      return -1;
    }
    int end = s.next(map);
    for (int key = s.first(map); key < end; ) {
      int value = s.next(key);
      if (s.kind(value) == kind) {
        int column = Lines.column(s.bytes, s.start(map), s.column);
        return Lines.column(s.bytes, s.start(value), s.column) - column;
      }
      key = s.next(value);
    }
    return -1;
  }

  private static int gap(Source s, int[] way) {
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

  private static int gap(Source s, int list) {
    if (s.kind(list) != Kind.BLOCK_LIST) {
      return -1;
    }
    int dash = s.start(list);
    int item = s.propsStart(s.first(list));
    return item > dash + 1 && item < Lines.end(s.bytes, dash) ? item - dash : -1;
  }

  private static Layout flow(Source s, int root, int collection, byte[] newline) {
    boolean json = isJson(s, root, collection);
    int pattern = withColon(s, root, collection);
    String colon = pattern < 0 ? (json ? ":" : ": ") : colon(s, pattern, json);
    int several = withComma(s, root, collection);
    String comma = several < 0 ? (colon.equals(":") ? "," : ", ") : comma(s, several);
    return new Layout(newline, 2, 0, 2, json, comma, colon);
  }

  /**
   * Whether the innermost flow map with entries around (or else the first within) has its keys in
   * double quotes.
   */
  private static boolean isJson(Source s, int root, int collection) {
    int found = -1;
    int i = root;
    while (i <= collection) {
      if (s.next(i) <= collection) {
        i = s.next(i);
      } else {
        found = s.kind(i) == Kind.FLOW_MAP && s.count(i) > 0 ? i : found;
        i = behind(s, i);
      }
    }
    for (i = collection; found < 0 && i < s.next(collection); i = behind(s, i)) {
      found = s.kind(i) == Kind.FLOW_MAP && s.count(i) > 0 ? i : found;
    }
    int child = found >= 0 ? found : collection;
    return s.count(child) > 0 && s.kind(s.first(child)) == Kind.DOUBLE;
  }

  /**
   * A flow map whose first key has a colon on its line: this one, one around it, or the first of
   * all.
   */
  private static int withColon(Source s, int root, int collection) {
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

  private static boolean hasColon(Source s, int i) {
    if (s.kind(i) != Kind.FLOW_MAP || s.count(i) == 0) {
      return false;
    }
    int p = Lines.skipBlanks(s.bytes, s.end(s.first(i)));
    return p < s.bytes.length && s.bytes[p] == ':';
  }

  private static String colon(Source s, int map, boolean json) {
    int p = Lines.skipBlanks(s.bytes, s.end(s.first(map)));
    return json && s.start(s.next(s.first(map))) == p + 1 ? ":" : ": ";
  }

  private static int withComma(Source s, int root, int collection) {
    if (s.count(collection) > 1) {
      return collection;
    }
    for (int i = root, end = s.next(root); i < end; i = behind(s, i)) {
      if (Kind.isFlow(s.kind(i)) && s.count(i) > 1) {
        return i;
      }
    }
    return -1;
  }

  private static String comma(Source s, int collection) {
    int first = s.first(collection);
    int end = s.kind(collection) == Kind.FLOW_MAP ? s.next(first) : first;
    int next = s.next(end);
    int p = s.end(end);
    while (p < s.propsStart(next) && s.bytes[p] != ',') {
      p++;
    }
    return s.propsStart(next) == p + 1 ? "," : ", ";
  }

  /** The next node in document order. */
  static int behind(Source s, int i) {
    return Kind.isCollection(s.kind(i)) ? s.first(i) : i + 1;
  }
}
