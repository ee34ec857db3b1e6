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
  static int[] pathTo(YamlSource s, int root, int collection, int[] known) {
    int depth = 0;
    while (depth < known.length
        && known[depth] <= collection
        && s.afterSubtree(known[depth]) > collection) {
      depth++;
    }
    var path = Arrays.copyOf(known, Math.max(8, known.length));
    int i = depth == 0 ? root : nextNode(s, known[depth - 1]);
    if (depth < known.length && known[depth] <= collection) {
      i = s.afterSubtree(known[depth]);
    }
    while (i <= collection) {
      if (s.afterSubtree(i) <= collection) {
        i = s.afterSubtree(i);
        continue;
      }
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
      }
      path[depth++] = i;
      i = nextNode(s, i);
    }
    return Arrays.copyOf(path, depth);
  }

  /**
   * The indentation of values of a kind relative to their keys. It is taken from this collection,
   * else from those around it, else from anywhere in the text; -1 if the text has no such value.
   */
  static int indentOfKind(YamlSource s, int[] path, int kind) {
    for (int k = path.length - 1; k >= 0; k--) {
      int step = childIndent(s, path[k], kind);
      if (step >= 0) {
        return step;
      }
    }
    for (int i = path[0], end = s.afterSubtree(path[0]); i < end; i = nextNode(s, i)) {
      int step = childIndent(s, i, kind);
      if (step >= 0) {
        return step;
      }
    }
    return -1;
  }

  /** The indentation of the first value of a kind relative to its map, or -1. */
  private static int childIndent(YamlSource s, int map, int kind) {
    if (s.kind(map) != NodeKind.BLOCK_MAP) {
      return -1;
    }
    int end = s.afterSubtree(map);
    for (int key = s.firstChild(map); key < end; ) {
      int value = s.afterSubtree(key);
      if (s.kind(value) == kind) {
        int column = s.column(s.start(map));
        return s.column(s.start(value)) - column;
      }
      key = s.afterSubtree(value);
    }
    return -1;
  }

  static int itemOffset(YamlSource s, int[] path) {
    for (int k = path.length - 1; k >= 0; k--) {
      int gap = itemOffset(s, path[k]);
      if (gap > 0) {
        return gap;
      }
    }
    for (int i = path[0], end = s.afterSubtree(path[0]); i < end; i = nextNode(s, i)) {
      int gap = itemOffset(s, i);
      if (gap > 0) {
        return gap;
      }
    }
    return 2;
  }

  private static int itemOffset(YamlSource s, int list) {
    if (s.kind(list) != NodeKind.BLOCK_LIST) {
      return -1;
    }
    int dash = s.start(list);
    int item = s.propsStart(s.firstChild(list));
    return item > dash + 1 && item < s.lineEnd(dash) ? item - dash : -1;
  }

  /**
   * Whether the keys of the innermost enclosing flow map with entries, or else of the first flow
   * map inside, are in double quotes.
   */
  static boolean isJson(YamlSource s, int root, int collection) {
    int found = -1;
    int i = root;
    while (i <= collection) {
      if (s.afterSubtree(i) <= collection) {
        i = s.afterSubtree(i);
      } else {
        found = s.kind(i) == NodeKind.FLOW_MAP && s.count(i) > 0 ? i : found;
        i = nextNode(s, i);
      }
    }
    for (i = collection; found < 0 && i < s.afterSubtree(collection); i = nextNode(s, i)) {
      found = s.kind(i) == NodeKind.FLOW_MAP && s.count(i) > 0 ? i : found;
    }
    int child = found >= 0 ? found : collection;
    return s.count(child) > 0 && s.kind(s.firstChild(child)) == NodeKind.DOUBLE_QUOTED;
  }

  /**
   * Finds a flow map whose first key has a colon on its line: this one, one around it, or the first
   * in the text.
   */
  static int mapWithColon(YamlSource s, int root, int collection) {
    if (hasColon(s, collection)) {
      return collection;
    }
    for (int i = root, end = s.afterSubtree(root); i < end; i = nextNode(s, i)) {
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
    int p = TextLines.skipBlanks(s.bytes, s.end(s.firstChild(i)));
    return p < s.bytes.length && s.bytes[p] == ':';
  }

  static String colonText(YamlSource s, int map, boolean json) {
    int p = TextLines.skipBlanks(s.bytes, s.end(s.firstChild(map)));
    return json && s.start(s.afterSubtree(s.firstChild(map))) == p + 1 ? ":" : ": ";
  }

  static int collectionWithComma(YamlSource s, int root, int collection) {
    if (s.count(collection) > 1) {
      return collection;
    }
    for (int i = root, end = s.afterSubtree(root); i < end; i = nextNode(s, i)) {
      if (NodeKind.isFlow(s.kind(i)) && s.count(i) > 1) {
        return i;
      }
    }
    return -1;
  }

  static String commaText(YamlSource s, int collection) {
    int first = s.firstChild(collection);
    int end = s.kind(collection) == NodeKind.FLOW_MAP ? s.afterSubtree(first) : first;
    int next = s.afterSubtree(end);
    int p = s.end(end);
    while (p < s.propsStart(next) && s.bytes[p] != ',') {
      p++;
    }
    return s.propsStart(next) == p + 1 ? "," : ", ";
  }

  /** The next node in document order. */
  public static int nextNode(YamlSource s, int i) {
    return NodeKind.isCollection(s.kind(i)) ? s.firstChild(i) : i + 1;
  }
}
