package dev.kiln.yaml.write;

import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds how the text around collections is written: its indentation, commas and colons. It keeps
 * what it finds about the collections around the last one and about the whole text. Changes in the
 * order of the text therefore look at each part of it once. Belongs to one thread.
 */
public final class LayoutFinder {
  /** The indentation of a map relative to its key. */
  static final int MAP_INDENT = 0;

  /** The indentation of a list's dashes relative to their key. */
  static final int LIST_INDENT = 1;

  /** The distance from a dash to the item after it. */
  static final int ITEM_OFFSET = 2;

  private static final int UNKNOWN = -2;
  private static final int NONE = -1;

  private final YamlSource s;
  private final int root;

  /** The collections from the root to the last one that was looked for. */
  private final List<Enclosing> path = new ArrayList<>();

  /** What is found first in the text, wherever that is. */
  private final int[] anywhere = {UNKNOWN, UNKNOWN, UNKNOWN};

  private int firstMapWithColon = UNKNOWN;
  private int firstCollectionWithComma = UNKNOWN;

  /** A collection and what was found about it. */
  private static final class Enclosing {
    final int collection;
    int @Nullable [] distances;
    @Nullable TextLayout layout;

    Enclosing(int collection) {
      this.collection = collection;
    }
  }

  LayoutFinder(YamlSource source, int root) {
    this.s = source;
    this.root = root;
  }

  /** The layout that was set for a collection, as long as the last search was inside it. */
  @Nullable TextLayout layoutOf(int collection) {
    int at = indexOf(collection);
    return at < 0 ? null : path.get(at).layout;
  }

  void setLayout(int collection, TextLayout layout) {
    path.get(walkTo(collection)).layout = layout;
  }

  /**
   * A distance as it is in this collection, else in those around it, else anywhere in the text; -1
   * if the text does not show it.
   *
   * @param what {@link #MAP_INDENT}, {@link #LIST_INDENT} or {@link #ITEM_OFFSET}
   */
  int distance(int what, int collection) {
    for (int k = walkTo(collection); k >= 0; k--) {
      int found = distance(what, path.get(k));
      if (found >= 0) {
        return found;
      }
    }
    if (anywhere[what] == UNKNOWN) {
      anywhere[what] = measureAnywhere(what);
    }
    return anywhere[what];
  }

  private int distance(int what, Enclosing enclosing) {
    int[] known = enclosing.distances;
    if (known == null) {
      known = new int[] {UNKNOWN, UNKNOWN, UNKNOWN};
      enclosing.distances = known;
    }
    if (known[what] == UNKNOWN) {
      known[what] = measure(what, enclosing.collection);
    }
    return known[what];
  }

  private int measureAnywhere(int what) {
    for (int i = root, end = s.afterSubtree(root); i < end; i = nextNode(s, i)) {
      int found = measure(what, i);
      if (found >= 0) {
        return found;
      }
    }
    return NONE;
  }

  private int measure(int what, int collection) {
    return what == ITEM_OFFSET
        ? itemOffset(collection)
        : childIndent(collection, what == MAP_INDENT ? NodeKind.BLOCK_MAP : NodeKind.BLOCK_LIST);
  }

  /** The indentation of the first value of a kind relative to its map, or -1. */
  private int childIndent(int map, int kind) {
    if (s.kind(map) != NodeKind.BLOCK_MAP) {
      return NONE;
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
    return NONE;
  }

  private int itemOffset(int list) {
    if (s.kind(list) != NodeKind.BLOCK_LIST) {
      return NONE;
    }
    int dash = s.start(list);
    int item = s.propsStart(s.firstChild(list));
    return item > dash + 1 && item < s.lineEnd(dash) ? item - dash : NONE;
  }

  /**
   * Whether the keys of the innermost enclosing flow map with entries, or else of the first flow
   * map inside, are in double quotes.
   */
  boolean isJson(int collection) {
    int found = NONE;
    for (int k = walkTo(collection); k >= 0 && found < 0; k--) {
      found = isFlowMapWithEntries(path.get(k).collection) ? path.get(k).collection : NONE;
    }
    for (int i = collection; found < 0 && i < s.afterSubtree(collection); i = nextNode(s, i)) {
      found = isFlowMapWithEntries(i) ? i : NONE;
    }
    int child = found >= 0 ? found : collection;
    return s.count(child) > 0 && s.kind(s.firstChild(child)) == NodeKind.DOUBLE_QUOTED;
  }

  private boolean isFlowMapWithEntries(int i) {
    return s.kind(i) == NodeKind.FLOW_MAP && s.count(i) > 0;
  }

  /** The text after a quoted key in a flow map, as in this map or in the first one in the text. */
  String colon(int collection, boolean json) {
    int map = hasColon(collection) ? collection : firstMapWithColon();
    if (map < 0) {
      return json ? ":" : ": ";
    }
    int p = TextLines.skipBlanks(s.bytes, s.end(s.firstChild(map)));
    return json && s.start(s.afterSubtree(s.firstChild(map))) == p + 1 ? ":" : ": ";
  }

  private int firstMapWithColon() {
    if (firstMapWithColon == UNKNOWN) {
      firstMapWithColon = NONE;
      for (int i = root, end = s.afterSubtree(root); i < end; i = nextNode(s, i)) {
        if (hasColon(i)) {
          firstMapWithColon = i;
          break;
        }
      }
    }
    return firstMapWithColon;
  }

  /** Whether a node is a flow map whose first key has a colon on its line. */
  private boolean hasColon(int i) {
    if (!isFlowMapWithEntries(i)) {
      return false;
    }
    int p = TextLines.skipBlanks(s.bytes, s.end(s.firstChild(i)));
    return p < s.bytes.length && s.bytes[p] == ':';
  }

  /** The separator of entries, as in this flow collection or in the first one in the text. */
  String comma(int collection, String colon) {
    int with = s.count(collection) > 1 ? collection : firstCollectionWithComma();
    if (with < 0) {
      return colon.equals(":") ? "," : ", ";
    }
    int first = s.firstChild(with);
    int end = s.kind(with) == NodeKind.FLOW_MAP ? s.afterSubtree(first) : first;
    int next = s.afterSubtree(end);
    int p = s.end(end);
    while (p < s.propsStart(next) && s.bytes[p] != ',') {
      p++;
    }
    return s.propsStart(next) == p + 1 ? "," : ", ";
  }

  private int firstCollectionWithComma() {
    if (firstCollectionWithComma == UNKNOWN) {
      firstCollectionWithComma = NONE;
      for (int i = root, end = s.afterSubtree(root); i < end; i = nextNode(s, i)) {
        if (NodeKind.isFlow(s.kind(i)) && s.count(i) > 1) {
          firstCollectionWithComma = i;
          break;
        }
      }
    }
    return firstCollectionWithComma;
  }

  /** Where a collection is on the path, or -1. */
  private int indexOf(int collection) {
    int at = path.size() - 1;
    while (at >= 0 && path.get(at).collection > collection) {
      at--;
    }
    return at >= 0 && path.get(at).collection == collection ? at : -1;
  }

  /** Makes the path lead to a collection, unless it is on the path, and says where it is. */
  private int walkTo(int collection) {
    int known = indexOf(collection);
    if (known >= 0) {
      return known;
    }
    int left = NONE;
    while (!path.isEmpty() && !contains(path.getLast().collection, collection)) {
      left = path.removeLast().collection;
    }
    int i = path.isEmpty() ? root : nextNode(s, path.getLast().collection);
    i = left >= 0 && left < collection ? s.afterSubtree(left) : i;
    while (i <= collection) {
      if (contains(i, collection)) {
        path.add(new Enclosing(i));
        i = nextNode(s, i);
      } else {
        i = s.afterSubtree(i);
      }
    }
    return path.size() - 1;
  }

  private boolean contains(int collection, int node) {
    return collection <= node && node < s.afterSubtree(collection);
  }

  /** The next node in document order. */
  public static int nextNode(YamlSource s, int i) {
    return NodeKind.isCollection(s.kind(i)) ? s.firstChild(i) : i + 1;
  }
}
