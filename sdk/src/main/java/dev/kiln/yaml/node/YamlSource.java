package dev.kiln.yaml.node;

import dev.kiln.yaml.table.LongLines;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.ScalarDecoder;
import dev.kiln.yaml.table.TextLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text and its node table. Every node is a view of them. Immutable.
 *
 * <p>The fields are public because the layers above read them in their inner loops, where short
 * runs would execute every accessor in the interpreter. {@code ArrowsTest} hides them from other
 * modules.
 */
public final class YamlSource {
  private static final byte[] LF = {'\n'};
  private static final byte[] CRLF = {'\r', '\n'};
  private static final byte[] CR = {'\r'};

  public final byte[] bytes;

  /**
   * The column of the first byte in its line. A fragment cut out of a list begins inside a line.
   */
  public final int firstColumn;

  public final NodeTable table;

  /**
   * The source that a fragment was cut from. Aliases in the fragment may refer to anchors there.
   */
  public final @Nullable YamlSource origin;

  /** The node of {@link #origin} that was cut out. */
  public final int originNode;

  /** Edits this text. */
  final Editor editor;

  /** Made by the first thread that needs it; null if this has no large collections. */
  private volatile @Nullable LargeCollections large;

  /** Made by the first thread that needs it; several threads would make equal ones. */
  private volatile @Nullable LongLines longLines;

  /** Makes the source of a whole text and its table. */
  public YamlSource(byte[] bytes, NodeTable table, Editor editor) {
    this.bytes = bytes;
    this.firstColumn = 0;
    this.table = table;
    this.origin = null;
    this.originNode = -1;
    this.editor = editor;
  }

  /**
   * Makes the source of a fragment: a node that was cut out of another source, or its edited form.
   */
  public YamlSource(byte[] bytes, int column, NodeTable table, YamlSource origin, int originNode) {
    this.bytes = bytes;
    this.firstColumn = column;
    this.table = table;
    this.origin = origin;
    this.originNode = originNode;
    this.editor = origin.editor;
  }

  /** The text that a node was read from. */
  public static YamlSource of(Node node) {
    return node.source;
  }

  /** The index of a node in the table of its source. */
  public static int index(Node node) {
    return node.index;
  }

  /** The index of the key that a node is the value of, or -1. */
  public static int key(Node node) {
    return node.key;
  }

  /** The node itself, or the node that its alias refers to. */
  public static Node resolved(Node node) {
    return node.resolved();
  }

  /** A view of a node of this text. */
  public Node node(int i) {
    return new Node(this, i, -1);
  }

  /** A view of the value of a key. */
  Node value(int i, int key) {
    return new Node(this, i, key);
  }

  /** The entries of a map as they are written, including merge keys. */
  public List<Entry> writtenEntries(int map) {
    var entries = new ArrayList<Entry>(count(map));
    int child = firstChild(map);
    for (int k = count(map); k > 0; k--) {
      int value = afterSubtree(child);
      entries.add(new Entry(node(child), value(value, child)));
      child = afterSubtree(value);
    }
    return entries;
  }

  /** Whether a node is the whole text. */
  public boolean isWholeText(int node) {
    return table.documents().size() == 1 && root() == node;
  }

  /** The root of the first document. */
  public int root() {
    return table.documents().getFirst().root();
  }

  public int kind(int i) {
    return table.kind(i);
  }

  /**
   * The first byte of the content, after anchor and tag. For a block map it is the first key, for a
   * block list the first dash.
   */
  public int start(int i) {
    return table.start(i);
  }

  /**
   * The position after the last byte of the content. The line break that ends the last line is
   * never part of the content.
   */
  public int end(int i) {
    return table.end(i);
  }

  /** The index after the subtree. */
  public int afterSubtree(int i) {
    return table.afterSubtree(i);
  }

  /** The index of a collection's first child. */
  public int firstChild(int i) {
    return i + 2;
  }

  /** The number of entries of a map or items of a list. */
  public int count(int i) {
    return table.count(i);
  }

  /**
   * An index of the keys of a map. Null if a search is as good: the map is small, or is searched
   * for the first time.
   */
  public @Nullable KeyIndex keyIndex(int map) {
    return count(map) <= LargeCollections.MAX_SEARCHED ? null : large().keys(map);
  }

  /** The nodes of the items of a list. Callers must not change the array. */
  public int[] items(int list) {
    return count(list) <= LargeCollections.MAX_SEARCHED ? findItems(list) : large().items(list);
  }

  int[] findItems(int list) {
    var found = new int[count(list)];
    int child = firstChild(list);
    for (int i = 0; i < found.length; i++) {
      found[i] = child;
      child = afterSubtree(child);
    }
    return found;
  }

  /** The node of one item of a list that has it. */
  int item(int list, int at) {
    if (at > LargeCollections.MAX_SEARCHED) {
      return items(list)[at];
    }
    int child = firstChild(list);
    for (int k = 0; k < at; k++) {
      child = afterSubtree(child);
    }
    return child;
  }

  private LargeCollections large() {
    var known = large;
    if (known == null) {
      synchronized (this) {
        known = large;
        if (known == null) {
          known = new LargeCollections(this);
          large = known;
        }
      }
    }
    return known;
  }

  /** The first byte of the line of {@code at}. */
  public int lineStart(int at) {
    int nearest = at - LongLines.BLOCK;
    int p = at;
    while (p > nearest && p > 0 && !TextLines.isBreak(bytes[p - 1])) {
      p--;
    }
    int start = p > nearest ? p : longLines().lineStart(at);
    return start == 0 && at >= 3 && TextLines.hasByteOrderMark(bytes) ? 3 : start;
  }

  /** The position of the first line break at or after {@code at}, or the end of the text. */
  public int lineEnd(int at) {
    int to = Math.min(bytes.length, at + LongLines.BLOCK);
    int found = TextLines.lineEnd(bytes, at, to);
    return found < to || to == bytes.length ? found : longLines().lineEnd(at);
  }

  /** The column of a byte, in characters. */
  public int column(int at) {
    int line = lineStart(at);
    if (at - line <= LongLines.BLOCK) {
      return TextLines.column(bytes, at, firstColumn);
    }
    boolean afterMark = line == 3 && TextLines.hasByteOrderMark(bytes);
    return longLines().column(at) - (afterMark ? 1 : 0) + (line == 0 ? firstColumn : 0);
  }

  /**
   * The kind of line break used near a position: that of its own line, else that of the line
   * before, else a line feed.
   */
  public byte[] lineBreakNear(int at) {
    int p = lineEnd(at);
    if (p == bytes.length) {
      p = TextLines.beforeBreak(bytes, lineStart(at));
      if (p >= bytes.length || !TextLines.isBreak(bytes[p])) {
        return LF;
      }
    }
    if (bytes[p] == '\n') {
      return LF;
    }
    return p + 1 < bytes.length && bytes[p + 1] == '\n' ? CRLF : CR;
  }

  private LongLines longLines() {
    var known = longLines;
    if (known == null) {
      known = new LongLines(bytes);
      longLines = known;
    }
    return known;
  }

  /** The first byte of the node, including its anchor and tag. */
  public int propsStart(int i) {
    var props = table.props(i);
    return props == null || props.start < 0 ? start(i) : props.start;
  }

  public @Nullable String anchor(int i) {
    var props = table.props(i);
    return props == null ? null : props.anchor;
  }

  public @Nullable String tag(int i) {
    var props = table.props(i);
    return props == null ? null : props.tag;
  }

  /** The node that an alias refers to; -1 if it is outside this fragment. */
  public int resolveAlias(int alias) {
    return table.resolveAlias(alias);
  }

  /**
   * The node with this anchor outside this fragment. It is needed where {@link #resolveAlias} is
   * -1.
   */
  int anchorNodeInOrigin(String anchor) {
    int found = -1;
    if (origin != null && origin.table.props != null) {
      for (var props : origin.table.props) {
        if (props.node < originNode && anchor.equals(props.anchor)) {
          found = props.node;
        }
      }
    }
    return found;
  }

  public boolean hasAliases() {
    return table.aliasCount > 0;
  }

  /** The value of a scalar as text. */
  public String text(int i) {
    return ScalarDecoder.decode(bytes, table, i);
  }

  /** Whether the value of a scalar is this name. It is used for the keys of maps. */
  public boolean textEquals(int i, String name) {
    if (NodeKind.isCollection(kind(i))) {
      return false;
    }
    if (kind(i) == NodeKind.DOUBLE_QUOTED && table.needsDecoding(i)) {
      return escapedTextEquals(i, name);
    }
    if (kind(i) == NodeKind.ALIAS || table.needsDecoding(i)) {
      return node(i).isScalar() && node(i).text().equals(name);
    }
    int n = name.length();
    int length = lengthWithoutQuotes(i);
    if (length < n) {
      return false;
    }
    int same = countSame(i, name);
    return same == n ? length == n : name.charAt(same) >= 0x80 && text(i).equals(name);
  }

  /** Whether the value of a scalar begins with this text. */
  boolean textStartsWith(int i, String prefix) {
    if (kind(i) == NodeKind.ALIAS || table.needsDecoding(i)) {
      return text(i).startsWith(prefix);
    }
    int n = prefix.length();
    if (lengthWithoutQuotes(i) < n) {
      return false;
    }
    int same = countSame(i, prefix);
    return same == n || (prefix.charAt(same) >= 0x80 && text(i).startsWith(prefix));
  }

  /** The length of a scalar in bytes, without its quotes. */
  private int lengthWithoutQuotes(int i) {
    return end(i) - start(i) - (kind(i) == NodeKind.PLAIN ? 0 : 2);
  }

  /**
   * How many ASCII characters are the same at the start of a scalar that needs no decoding and of a
   * name that is not longer.
   */
  private int countSame(int i, String name) {
    int from = start(i) + (kind(i) == NodeKind.PLAIN ? 0 : 1);
    int n = name.length();
    int k = 0;
    while (k < n && name.charAt(k) < 0x80 && bytes[from + k] == name.charAt(k)) {
      k++;
    }
    return k;
  }

  /**
   * As {@link #textEquals}, for a text in double quotes. It is decoded only if it has an escape
   * other than {@code \"}.
   */
  private boolean escapedTextEquals(int i, String name) {
    int at = start(i) + 1;
    int end = end(i) - 1;
    int n = name.length();
    for (int k = 0; k < n; k++) {
      char c = name.charAt(k);
      boolean escape = at < end && bytes[at] == '\\';
      at += escape ? 1 : 0;
      boolean simple = escape ? c == '"' || c == '\\' : c >= ' ' && c < 0x7F;
      if (at >= end || bytes[at] != c || !simple) {
        return text(i).equals(name);
      }
      at++;
    }
    return at == end || text(i).equals(name);
  }

  /**
   * The first node at which two trees are written differently, apart from indentation. It is -1 if
   * there is none; then both trees mean the same. Anchors, tags and aliases may mean something else
   * elsewhere, so a tree with any of them differs at its root.
   */
  int firstDifference(int i, YamlSource other, int j) {
    int end = afterSubtree(i);
    int indexShift = j - i;
    if (other.afterSubtree(j) != end + indexShift
        || !table.hasNoPropsOrAliases(i, end)
        || !other.table.hasNoPropsOrAliases(j, end + indexShift)) {
      return i;
    }
    for (int k = i; k < end; k++) {
      int kind = kind(k);
      if (kind != other.kind(k + indexShift)) {
        return k;
      }
      if (!NodeKind.isCollection(kind)) {
        if (!hasSameScalar(k, other, k + indexShift)) {
          return k;
        }
      } else if (count(k) == other.count(k + indexShift)
          && afterSubtree(k) + indexShift == other.afterSubtree(k + indexShift)) {
        k++; // skips the second word of a collection
      } else {
        return k;
      }
    }
    return -1;
  }

  /** Whether two keys are scalars that are written the same, without an anchor or a tag. */
  boolean isKeyAs(int i, YamlSource other, int j) {
    return kind(i) == other.kind(j)
        && kind(i) < NodeKind.ALIAS
        && table.props(i) == null
        && other.table.props(j) == null
        && hasSameScalar(i, other, j);
  }

  /** The number of table words of a subtree. */
  int size(int i) {
    return afterSubtree(i) - i;
  }

  /**
   * Whether a subtree has only nodes of its own: no aliases, merge keys, anchors and tags. Two such
   * trees of different sizes never mean the same.
   */
  boolean isPlainTree(int i) {
    int end = afterSubtree(i);
    if (!table.hasNoPropsOrAliases(i, end)) {
      return false;
    }
    for (int k = i; k < end; k++) {
      if (NodeKind.isCollection(kind(k))) {
        k++;
      } else if (isMergeKey(k)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasSameScalar(int i, YamlSource other, int j) {
    if (table.needsDecoding(i) || other.table.needsDecoding(j)) {
      return table.needsDecoding(i)
          && other.table.needsDecoding(j)
          && text(i).equals(other.text(j));
    }
    return Arrays.equals(bytes, start(i), end(i), other.bytes, other.start(j), other.end(j));
  }

  public Node.Type type(int i) {
    return TypeResolver.typeOf(this, i);
  }

  public boolean isBlockScalar(int i) {
    return kind(i) == NodeKind.LITERAL || kind(i) == NodeKind.FOLDED;
  }

  /** The last scalar of a subtree. */
  public int lastScalar(int node) {
    int i = node;
    while (NodeKind.isCollection(kind(i)) && count(i) > 0) {
      int child = firstChild(i);
      while (afterSubtree(child) < afterSubtree(i)) {
        child = afterSubtree(child);
      }
      i = child;
    }
    return i;
  }

  /** Whether a key merges the entries of other maps. */
  public boolean isMergeKey(int i) {
    int start = start(i);
    return kind(i) == NodeKind.PLAIN
        && end(i) - start == 2
        && tag(i) == null
        && bytes[start] == '<'
        && bytes[start + 1] == '<';
  }

  public List<NodeTable.Document> documents() {
    return table.documents();
  }

  /** Whether a map has a key that merges the entries of other maps. */
  boolean hasMerge(int map) {
    int key = firstChild(map);
    for (int k = count(map); k > 0; k--) {
      if (isMergeKey(key)) {
        return true;
      }
      key = afterSubtree(afterSubtree(key));
    }
    return false;
  }

  public BadYaml error(int position, String reason) {
    return BadYaml.at(bytes, position, reason);
  }

  /**
   * Refuses tags that do not fit, and aliases that would make the text far larger when expanded.
   */
  public void check() {
    AliasBudget.check(this);
    if (table.props != null) {
      for (var props : table.props) {
        if (props.tag != null) {
          TypeResolver.typeOf(this, props.node);
          if (CoreTags.isBinary(props.tag)) {
            BinaryScalar.decode(node(props.node));
          }
        }
      }
    }
  }
}
