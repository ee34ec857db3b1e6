package dev.kiln.yaml;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A text and its table: what every view looks at. Never changes. */
final class Source {
  final byte[] bytes;

  /** Column of the first byte in its line: a fragment cut out of a list begins inside a line. */
  final int column;

  final Table table;

  /** Where a fragment's aliases find what stands outside of it: the source it was cut from. */
  final @Nullable Source origin;

  /** The node of {@link #origin} that was cut out. */
  final int originNode;

  /** The parser for what is cut out of this text; a thread that uses it holds it. */
  private final @Nullable AtomicReference<@Nullable Parser> spare;

  /** Of a text that was read already. */
  Source(byte[] bytes, int column, Table table, @Nullable Source origin, int originNode) {
    this.bytes = bytes;
    this.column = column;
    this.table = table;
    this.origin = origin;
    this.originNode = originNode;
    this.spare = origin == null ? new AtomicReference<>() : null;
  }

  static Source parse(byte[] bytes) {
    var parser = new Parser();
    var source = new Source(bytes, 0, parser.read(bytes), null, -1);
    source.keep(parser);
    return source;
  }

  /** Exactly one document; a text without any is a null behind its comments. */
  static Source parseOne(byte[] bytes) {
    var source = parse(bytes);
    var table = source.table;
    if (table.documents().isEmpty()) {
      table.scalar(Kind.PLAIN, bytes.length, bytes.length, false, bytes.length);
      table.endDocument(0);
    }
    if (table.documents().size() > 1) {
      int second = source.propsStart(table.documents().get(1).root());
      throw source.error(second, "a second document where one is meant");
    }
    return source;
  }

  /** A parser for what is cut out of this text; {@link #keep} takes it back. */
  Parser parser() {
    var held = spare == null ? null : spare.getAndSet(null);
    return held == null ? new Parser() : held;
  }

  /** Keeps a parser that came to the end of what it read. */
  void keep(Parser parser) {
    if (spare != null) {
      spare.set(parser);
    }
  }

  /** Whether a node is all of this text. */
  boolean isWhole(int node) {
    return table.documents().size() == 1 && root() == node;
  }

  /** The root of the first document. */
  int root() {
    return table.documents().getFirst().root();
  }

  int kind(int i) {
    return table.kind(i);
  }

  /**
   * First byte of the content, behind the properties; of a block map the first key, of a block list
   * the first dash.
   */
  int start(int i) {
    return table.start(i);
  }

  /** Behind the last byte of content; the line break that ends its last line is never in it. */
  int end(int i) {
    return table.end(i);
  }

  /** The index behind the subtree. */
  int next(int i) {
    return table.next(i);
  }

  /** The index of a collection's first child. */
  int first(int i) {
    return i + 2;
  }

  /** Entries of a map, items of a list. */
  int count(int i) {
    return table.count(i);
  }

  /** First byte of the node with its anchor and tag. */
  int propsStart(int i) {
    var props = table.props(i);
    return props == null || props.start < 0 ? start(i) : props.start;
  }

  @Nullable String anchor(int i) {
    var props = table.props(i);
    return props == null ? null : props.anchor;
  }

  @Nullable String tag(int i) {
    var props = table.props(i);
    return props == null ? null : props.tag;
  }

  /** The node an alias stands for; -1 if it is outside this fragment. */
  int target(int alias) {
    return table.target(alias);
  }

  /** The node that an anchor outside of this fragment marks, where {@link #target} is -1. */
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

  boolean hasAliases() {
    return table.aliasCount > 0;
  }

  /** A scalar's value as text. */
  String text(int i) {
    return Text.of(bytes, table, i);
  }

  /** Whether a scalar's value is this name; for the keys of maps. */
  boolean isKey(int i, String name) {
    if (Kind.isCollection(kind(i))) {
      return false;
    }
    if (kind(i) == Kind.ALIAS || table.coded(i)) {
      return new Node(this, i, -1).isScalar() && new Node(this, i, -1).text().equals(name);
    }
    int quote = kind(i) == Kind.PLAIN ? 0 : 1;
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
  int differsAt(int i, Source other, int j) {
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
      if (!Kind.isCollection(kind)) {
        if (!isScalarAs(k, other, k + moved)) {
          return k;
        }
      } else if (count(k) == other.count(k + moved) && next(k) + moved == other.next(k + moved)) {
        k++; // its second word
      } else {
        return k;
      }
    }
    return -1;
  }

  private boolean isScalarAs(int i, Source other, int j) {
    if (table.coded(i) || other.table.coded(j)) {
      return table.coded(i) && other.table.coded(j) && text(i).equals(other.text(j));
    }
    return Arrays.equals(bytes, start(i), end(i), other.bytes, other.start(j), other.end(j));
  }

  /** Whether a key brings in the entries of other maps. */
  boolean isMerge(int i) {
    int start = start(i);
    return kind(i) == Kind.PLAIN
        && end(i) - start == 2
        && tag(i) == null
        && bytes[start] == '<'
        && bytes[start + 1] == '<';
  }

  List<Table.Document> documents() {
    return table.documents();
  }

  BadYaml error(int position, String reason) {
    return BadYaml.at(bytes, position, reason);
  }

  /**
   * Refuses aliases that, written out, would be far larger than the text, and tags that do not fit.
   */
  void check() {
    Aliases.check(this);
    if (table.props != null) {
      for (var props : table.props) {
        if (props.tag != null) {
          Types.of(this, props.node);
          if (Tags.isBinary(props.tag)) {
            Binary.text(new Node(this, props.node, -1));
          }
        }
      }
    }
  }
}
