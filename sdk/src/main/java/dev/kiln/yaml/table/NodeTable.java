package dev.kiln.yaml.table;

import dev.kiln.yaml.read.IncrementalParser;
import dev.kiln.yaml.read.Parser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The flat table of a text's nodes, in document order. A scalar takes one word and a collection
 * two; properties that few nodes have are stored separately. The {@link Parser} writes it, or
 * {@link IncrementalParser} makes it from an older table; after that it never changes.
 *
 * <p>A word holds start (30 bits), length (29), kind (4) and whether a scalar's text must be
 * decoded (1). A collection's second word holds the index after its subtree (32) and the number of
 * its entries or items (32).
 */
public final class NodeTable {
  /** How many nodes are read before the thread's interrupt is looked at; a power of two. */
  private static final int NODES_PER_CHECK = 1 << 12;

  private static final int LENGTH_SHIFT = 30;
  private static final int KIND_SHIFT = 59;
  private static final long START_MASK = (1L << LENGTH_SHIFT) - 1;
  private static final long LENGTH_MASK = (1L << 29) - 1;

  private static final int SMALL_TEXT = 4096;
  private static final int[] NO_ALIASES = {};

  /** The table of no text. */
  public static final NodeTable EMPTY = new NodeTable(0, 0);

  /** The documents of nearly every text: a single one, from the first node on. */
  private static final List<Document> SINGLE_DOCUMENT = List.of(new Document(0));

  private final int textLength;
  public long[] words;
  public int size;
  private List<Document> documents = List.of();
  public @Nullable List<NodeProperties> props;
  private @Nullable Map<String, NodeProperties> anchors;
  private int[] aliases = NO_ALIASES;
  public int aliasCount;

  /** A document of the stream. */
  public record Document(int root) {}

  /** A small text is one resource; it has more nodes for its bytes than a list with long texts. */
  public NodeTable(int textLength) {
    this(textLength, textLength / (textLength < SMALL_TEXT ? 7 : 12) + 16);
  }

  public NodeTable(int textLength, int expected) {
    this.textLength = textLength;
    this.words = new long[expected];
  }

  public int kind(int i) {
    return (int) (words[i] >>> KIND_SHIFT) & 15;
  }

  public int start(int i) {
    return (int) (words[i] & START_MASK);
  }

  public int end(int i) {
    long word = words[i];
    return (int) (word & START_MASK) + (int) (word >>> LENGTH_SHIFT & LENGTH_MASK);
  }

  /** Whether a scalar's value differs from its text (escapes, doubled quotes, folded lines). */
  public boolean needsDecoding(int i) {
    return words[i] < 0;
  }

  /** The index after a node's subtree. */
  public int afterSubtree(int i) {
    return NodeKind.isCollection(kind(i)) ? (int) words[i + 1] : i + 1;
  }

  /** The number of entries of a map or items of a list. */
  public int count(int i) {
    return NodeKind.isCollection(kind(i)) ? (int) (words[i + 1] >>> 32) : 0;
  }

  public int addScalar(int kind, int start, int end, boolean needsDecoding, int position) {
    if (size == words.length) {
      enlarge(position);
    }
    if ((size & NODES_PER_CHECK - 1) == NODES_PER_CHECK - 1) {
      CallInterrupted.check();
    }
    words[size] = packWord(kind, start, end) | (needsDecoding ? Long.MIN_VALUE : 0);
    return size++;
  }

  public int openCollection(int kind, int start) {
    if (size + 2 > words.length) {
      enlarge(start);
    }
    words[size] = packWord(kind, start, start);
    words[size + 1] = 0;
    size += 2;
    return size - 2;
  }

  public void closeCollection(int i, int end, int count) {
    setCollectionEnd(i, end, count, size);
  }

  public boolean isOpen(int i) {
    return NodeKind.isCollection(kind(i)) && words[i + 1] == 0;
  }

  /**
   * Copies nodes of another table. They are complete, except for collections that {@link
   * #setCollectionEnd} will close.
   *
   * @param textShift the distance by which their text moved
   * @param indexShift the distance by which their index moved
   */
  public void copyNodes(NodeTable from, int first, int end, int textShift, int indexShift) {
    int count = end - first;
    if (size + count > words.length) {
      words = Arrays.copyOf(words, size + count);
    }
    long[] olds = from.words;
    long[] news = words;
    int slotShift = size - first;
    for (int i = first; i < end; i++) {
      news[i + slotShift] = olds[i] + textShift;
      if (NodeKind.isCollection(from.kind(i))) {
        i++;
        news[i + slotShift] = olds[i] + indexShift;
      }
    }
    size += count;
  }

  /** Sets the end of a collection again. */
  public void setCollectionEnd(int i, int end, int count, int next) {
    words[i] = packWord(kind(i), start(i), end);
    words[i + 1] = (long) count << 32 | next;
  }

  /** Whether the nodes of a range have neither properties nor aliases. */
  public boolean hasNoPropsOrAliases(int from, int to) {
    return !hasAlias(from, to) && !hasProps(from, to, _ -> true);
  }

  /** Whether a node of a range has matching properties. */
  public boolean hasProps(int from, int to, Predicate<NodeProperties> condition) {
    for (int k = firstPropsIndex(from); props != null && k < props.size(); k++) {
      if (props.get(k).node >= to) {
        return false;
      }
      if (condition.test(props.get(k))) {
        return true;
      }
    }
    return false;
  }

  public boolean hasAlias(int from, int to) {
    int alias = firstAliasIndex(from);
    return alias < aliasCount && aliases[2 * alias] < to;
  }

  /** Whether another table has the same nodes at the same positions. */
  public boolean hasSameNodes(NodeTable other) {
    return Arrays.equals(words, 0, size, other.words, 0, other.size);
  }

  /**
   * Inserts a map before node {@code i}, which becomes the first key of the map. Node {@code i} and
   * its subtree must be the last in the table.
   */
  public void insertMapBefore(int i, int kind, int start) {
    if (size + 2 > words.length) {
      enlarge(start);
    }
    System.arraycopy(words, i, words, i + 2, size - i);
    size += 2;
    for (int k = i + 2; k < size; k += NodeKind.isCollection(kind(k)) ? 2 : 1) {
      if (NodeKind.isCollection(kind(k))) {
        words[k + 1] += 2;
      }
    }
    words[i] = packWord(kind, start, start);
    words[i + 1] = 0;
    shiftProps(i);
    for (int k = 2 * aliasCount - 2; k >= 0 && aliases[k] >= i; k -= 2) {
      aliases[k] += 2;
      aliases[k + 1] += aliases[k + 1] >= i ? 2 : 0;
    }
  }

  private void shiftProps(int from) {
    if (props != null) {
      for (int k = props.size() - 1; k >= 0 && props.get(k).node >= from; k--) {
        props.get(k).node += 2;
      }
    }
  }

  public void attachProps(@Nullable NodeProperties added, int node) {
    if (added == null) {
      return;
    }
    added.node = node;
    if (props == null) {
      props = new ArrayList<>();
    }
    int at = props.size();
    while (at > 0 && props.get(at - 1).node > node) {
      at--;
    }
    props.add(at, added);
    if (added.anchor != null) {
      if (anchors == null) {
        anchors = new HashMap<>();
      }
      anchors.put(added.anchor, added);
    }
  }

  /** The properties of a node, if it has any. */
  public @Nullable NodeProperties props(int node) {
    int at = firstPropsIndex(node);
    return props == null || at == props.size() || props.get(at).node != node ? null : props.get(at);
  }

  /** The index, among all properties, of the first properties of this node or a later one. */
  private int firstPropsIndex(int node) {
    var all = props == null ? List.<NodeProperties>of() : props;
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).node < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The properties of the node that has an anchor at this point of the text. */
  public @Nullable NodeProperties propsOfAnchor(String name) {
    return anchors == null ? null : anchors.get(name);
  }

  public List<Document> documents() {
    return documents;
  }

  public void endDocument(int root) {
    boolean isOnly = documents.isEmpty() && root == 0;
    documents = isOnly ? SINGLE_DOCUMENT : SmallLists.append(documents, new Document(root));
    anchors = null;
  }

  public void addAlias(int node, int target) {
    if (2 * aliasCount == aliases.length) {
      aliases = Arrays.copyOf(aliases, Math.max(8, 2 * aliases.length));
    }
    aliases[2 * aliasCount] = node;
    aliases[2 * aliasCount + 1] = target;
    aliasCount++;
  }

  /**
   * The node of the {@code k}th alias, and the node that it refers to (-1 if that is outside a
   * fragment).
   */
  public int aliasNode(int k) {
    return aliases[2 * k];
  }

  public int aliasTarget(int k) {
    return aliases[2 * k + 1];
  }

  /** The node that an alias refers to. */
  public int resolveAlias(int node) {
    int at = firstAliasIndex(node);
    if (at == aliasCount || aliases[2 * at] != node) {
      throw new IllegalArgumentException("node " + node + " is no alias");
    }
    return aliases[2 * at + 1];
  }

  /** The index, among all aliases, of the first from this node on. */
  public int firstAliasIndex(int node) {
    int low = 0;
    int high = aliasCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (aliases[2 * middle] < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static long packWord(int kind, int start, int end) {
    return start | (long) (end - start) << LENGTH_SHIFT | (long) kind << KIND_SHIFT;
  }

  /**
   * Grows the table to the size that the whole text needs if the rest resembles the part already
   * read.
   */
  private void enlarge(int position) {
    long expected = position == 0 ? 0 : (long) (1.05 * size / position * textLength);
    long wanted = Math.max(size + 16L, Math.min(expected, 32L * size)) + 8;
    words = Arrays.copyOf(words, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
  }
}
