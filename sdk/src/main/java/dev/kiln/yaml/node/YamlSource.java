package dev.kiln.yaml.node;

import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.read.TagParser;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.ScalarDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A text and its node table. Every node is a view of them. Immutable. */
public final class YamlSource {
  public final byte[] bytes;

  /**
   * The column of the first byte in its line. A fragment cut out of a list begins inside a line.
   */
  public final int column;

  public final NodeTable table;

  /**
   * The source that a fragment was cut from. Aliases in the fragment may refer to anchors there.
   */
  public final @Nullable YamlSource origin;

  /** The node of {@link #origin} that was cut out. */
  public final int originNode;

  /** The parser for what is cut out of this text; a thread that uses it holds it. */
  private final @Nullable AtomicReference<@Nullable Parser> spare;

  /** Of a text that was read already. */
  public YamlSource(
      byte[] bytes, int column, NodeTable table, @Nullable YamlSource origin, int originNode) {
    this.bytes = bytes;
    this.column = column;
    this.table = table;
    this.origin = origin;
    this.originNode = originNode;
    this.spare = origin == null ? new AtomicReference<>() : null;
  }

  public static YamlSource parse(byte[] bytes) {
    var parser = new Parser();
    var source = new YamlSource(bytes, 0, parser.read(bytes), null, -1);
    source.keep(parser);
    return source;
  }

  /** Exactly one document; a text without any is a null behind its comments. */
  public static YamlSource parseOne(byte[] bytes) {
    var source = parse(bytes);
    var table = source.table;
    if (table.documents().isEmpty()) {
      table.scalar(NodeKind.PLAIN, bytes.length, bytes.length, false, bytes.length);
      table.endDocument(0);
    }
    if (table.documents().size() > 1) {
      int second = source.propsStart(table.documents().get(1).root());
      throw source.error(second, "a second document where one is meant");
    }
    return source;
  }

  /** A parser for what is cut out of this text; {@link #keep} takes it back. */
  public Parser parser() {
    var held = spare == null ? null : spare.getAndSet(null);
    return held == null ? new Parser() : held;
  }

  /** Keeps a parser that came to the end of what it read. */
  public void keep(Parser parser) {
    if (spare != null) {
      spare.set(parser);
    }
  }

  /** Whether a node is all of this text. */
  public boolean isWhole(int node) {
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
  public int next(int i) {
    return table.next(i);
  }

  /** The index of a collection's first child. */
  public int first(int i) {
    return i + 2;
  }

  /** The number of entries of a map or items of a list. */
  public int count(int i) {
    return table.count(i);
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
  public int target(int alias) {
    return table.target(alias);
  }

  /** The node with this anchor outside this fragment. It is needed where {@link #target} is -1. */
  int outside(String anchor) {
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
    return ScalarDecoder.of(bytes, table, i);
  }

  /** Whether the value of a scalar is this name. It is used for the keys of maps. */
  public boolean isKey(int i, String name) {
    if (NodeKind.isCollection(kind(i))) {
      return false;
    }
    if (kind(i) == NodeKind.ALIAS || table.coded(i)) {
      return new Node(this, i, -1).isScalar() && new Node(this, i, -1).text().equals(name);
    }
    int quote = kind(i) == NodeKind.PLAIN ? 0 : 1;
    int from = start(i) + quote;
    int length = end(i) - quote - from;
    int n = name.length();
    if (length < n) {
      return false;
    }
    for (int k = 0; k < n; k++) {
      char c = name.charAt(k);
      if (c >= 0x80) {
        return text(i).equals(name);
      }
      if (bytes[from + k] != c) {
        return false;
      }
    }
    return length == n;
  }

  /**
   * The first node at which a tree is not written as another is, but for its indentation; -1 if
   * there is none: then both mean the same. Anchors, tags and aliases may mean something else
   * elsewhere, so a tree with any of them differs from the start.
   */
  int differsAt(int i, YamlSource other, int j) {
    int end = next(i);
    int moved = j - i;
    if (other.next(j) != end + moved
        || !table.isBare(i, end)
        || !other.table.isBare(j, end + moved)) {
      return i;
    }
    for (int k = i; k < end; k++) {
      int kind = kind(k);
      if (kind != other.kind(k + moved)) {
        return k;
      }
      if (!NodeKind.isCollection(kind)) {
        if (!isScalarAs(k, other, k + moved)) {
          return k;
        }
      } else if (count(k) == other.count(k + moved) && next(k) + moved == other.next(k + moved)) {
        k++; // skips the second word of a collection
      } else {
        return k;
      }
    }
    return -1;
  }

  private boolean isScalarAs(int i, YamlSource other, int j) {
    if (table.coded(i) || other.table.coded(j)) {
      return table.coded(i) && other.table.coded(j) && text(i).equals(other.text(j));
    }
    return Arrays.equals(bytes, start(i), end(i), other.bytes, other.start(j), other.end(j));
  }

  /** Whether a key brings in the entries of other maps. */
  public boolean isMerge(int i) {
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
          TypeResolver.of(this, props.node);
          if (TagParser.isBinary(props.tag)) {
            BinaryScalar.text(new Node(this, props.node, -1));
          }
        }
      }
    }
  }
}
