package dev.kiln.yaml.node;

import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value in a YAML text. A node is a view of the bytes and makes strings and objects only when
 * asked for them. An alias reads as the value it refers to, and a merge key as the entries it
 * merges. Immutable, safe on any thread.
 */
public final class Node {
  /** The type that a node has for Go's YAML readers. */
  public enum Type {
    MAP,
    LIST,
    STRING,
    INTEGER,
    FLOAT,
    BOOLEAN,
    NULL
  }

  final YamlSource source;
  final int index;

  /** The index of the key that this is the value of, or -1. */
  final int key;

  /** The node that an alias refers to; null if this is not an alias. */
  private final @Nullable Node target;

  Node(YamlSource source, int index, int key) {
    this.source = source;
    this.index = index;
    this.key = key;
    this.target = source.kind(index) == NodeKind.ALIAS ? resolve(source, index) : null;
  }

  /**
   * How many nodes of the whole text take much more memory than others: those that aliases stand
   * for, and those with tags or anchors.
   */
  public long extraNodes() {
    var props = source.table.props;
    return AliasBudget.check(source) + (props == null ? 0 : props.size());
  }

  private static Node resolve(YamlSource source, int alias) {
    int target = source.resolveAlias(alias);
    if (target >= 0) {
      return new Node(source, target, -1);
    }
    var name =
        new String(
            source.bytes,
            source.start(alias) + 1,
            source.end(alias) - source.start(alias) - 1,
            StandardCharsets.UTF_8);
    int originTarget = source.anchorNodeInOrigin(name);
    if (originTarget < 0 || source.origin == null) {
      throw source.error(source.start(alias), "an alias *" + name + " without an anchor &" + name);
    }
    return new Node(source.origin, originTarget, -1);
  }

  /** This node, or the node that its alias refers to. */
  Node resolved() {
    return target == null ? this : target;
  }

  public Type type() {
    var node = resolved();
    return TypeResolver.typeOf(node.source, node.index);
  }

  public boolean isMap() {
    return NodeKind.isMap(kind());
  }

  public boolean isList() {
    return NodeKind.isList(kind());
  }

  public boolean isScalar() {
    return !NodeKind.isCollection(kind());
  }

  public boolean isNull() {
    return type() == Type.NULL;
  }

  public boolean isString() {
    return type() == Type.STRING;
  }

  private int kind() {
    var node = resolved();
    return node.source.kind(node.index);
  }

  /** The number of entries of a map or items of a list; 0 for a scalar. */
  public int size() {
    var node = resolved();
    return isMap() && node.source.hasMerge(node.index)
        ? entries().size()
        : node.source.count(node.index);
  }

  public Style style() {
    return switch (kind()) {
      case NodeKind.PLAIN -> Style.PLAIN;
      case NodeKind.SINGLE_QUOTED -> Style.SINGLE;
      case NodeKind.DOUBLE_QUOTED -> Style.DOUBLE;
      case NodeKind.LITERAL -> Style.LITERAL;
      case NodeKind.FOLDED -> Style.FOLDED;
      case NodeKind.BLOCK_MAP, NodeKind.BLOCK_LIST -> Style.BLOCK;
      default -> Style.FLOW;
    };
  }

  public Optional<String> tag() {
    return Optional.ofNullable(resolved().source.tag(resolved().index));
  }

  public Optional<String> anchor() {
    return Optional.ofNullable(resolved().source.anchor(resolved().index));
  }

  /** The first node that a path leads to. */
  public Optional<Node> find(String path) {
    return find(Path.of(path));
  }

  /** The first node that a path leads to. */
  public Optional<Node> find(Path path) {
    var found = PathFinder.findFirst(this, path);
    return Optional.ofNullable(found);
  }

  /** Every node that a path leads to, in the order of the text. */
  public List<Match> findAll(Path path) {
    return PathFinder.findAll(this, path);
  }

  /** The value of one key, taken literally; null if this is not a map or has no such key. */
  public @Nullable Node at(String name) {
    var map = resolved();
    if (!NodeKind.isMap(map.source.kind(map.index))) {
      return null;
    }
    var from = map.source;
    var keys = from.keyIndex(map.index);
    if (keys != null) {
      int found = keys.find(name);
      return found >= 0
          ? new Node(from, from.afterSubtree(found), found)
          : keys.merges() ? mergedValue(name) : null;
    }
    boolean merges = false;
    int child = from.firstChild(map.index);
    for (int k = from.count(map.index); k > 0; k--) {
      if (from.textEquals(child, name)) {
        return new Node(from, from.afterSubtree(child), child);
      }
      merges |= from.isMergeKey(child);
      child = from.afterSubtree(from.afterSubtree(child));
    }
    return merges ? mergedValue(name) : null;
  }

  private @Nullable Node mergedValue(String name) {
    for (var entry : entries()) {
      if (entry.name().equals(name)) {
        return entry.value();
      }
    }
    return null;
  }

  /** The entries of a map in order, those of merge keys last; empty if this is not a map. */
  public List<Entry> entries() {
    if (!isMap()) {
      return List.of();
    }
    var map = resolved();
    return map.source.hasMerge(map.index)
        ? entriesWithMerged()
        : map.source.writtenEntries(map.index);
  }

  /**
   * The values of a map in the order of {@link #entries}; empty if this is not a map. Each knows
   * its {@link #key}.
   */
  public List<Node> values() {
    if (!isMap()) {
      return List.of();
    }
    var map = resolved();
    var from = map.source;
    if (from.hasMerge(map.index)) {
      return entries().stream().map(Entry::value).toList();
    }
    var values = new ArrayList<Node>(from.count(map.index));
    int child = from.firstChild(map.index);
    for (int k = from.count(map.index); k > 0; k--) {
      int value = from.afterSubtree(child);
      values.add(new Node(from, value, child));
      child = from.afterSubtree(value);
    }
    return values;
  }

  /** The key that this is the value of; empty if this was not found as the value of a map. */
  public Optional<Node> key() {
    return key < 0 ? Optional.empty() : Optional.of(source.node(key));
  }

  private List<Entry> entriesWithMerged() {
    var entries = new ArrayList<Entry>();
    Set<String> seen = null;
    Deque<Node> merges = new ArrayDeque<>();
    merges.push(resolved());
    while (!merges.isEmpty()) {
      var map = merges.pop();
      var more = new ArrayList<Node>();
      for (var entry : map.source.writtenEntries(map.index)) {
        if (map.source.isMergeKey(entry.key().index)) {
          more.addAll(entry.value().mergedMaps());
        } else if (seen == null || seen.add(entry.name())) {
          entries.add(entry);
        }
      }
      for (var from : more.reversed()) {
        merges.push(from.resolved());
      }
      if (!merges.isEmpty() && seen == null) {
        seen = new HashSet<>();
        for (var entry : entries) {
          seen.add(entry.name());
        }
      }
    }
    return entries;
  }

  /** The maps that a merge key with this value merges. */
  List<Node> mergedMaps() {
    var maps = isMap() ? List.of(this) : items();
    if ((!isMap() && !isList()) || !maps.stream().allMatch(Node::isMap)) {
      throw source.error(source.start(index), "a merge key << needs a map, or a list of maps");
    }
    return maps;
  }

  /** The items of a list; empty if this is not a list. */
  public List<Node> items() {
    if (!isList()) {
      return List.of();
    }
    var list = resolved();
    var items = new ArrayList<Node>(list.source.count(list.index));
    int child = list.source.firstChild(list.index);
    for (int k = list.source.count(list.index); k > 0; k--) {
      items.add(new Node(list.source, child, -1));
      child = list.source.afterSubtree(child);
    }
    return items;
  }

  /** One item of a list; null if this is not a list or has no such item. */
  @Nullable Node item(int at) {
    var list = resolved();
    var from = list.source;
    if (!NodeKind.isList(from.kind(list.index)) || at < 0 || at >= from.count(list.index)) {
      return null;
    }
    return new Node(from, from.item(list.index, at), -1);
  }

  /** The value, if it is a string. */
  public Optional<String> string() {
    return isString() ? Optional.of(text()) : Optional.empty();
  }

  /**
   * The text of a scalar: its value if it is quoted or a block scalar, else the text as it is
   * written ({@code 0644}, {@code ~}).
   *
   * @throws IllegalStateException if this is a map or a list
   */
  public String text() {
    if (!isScalar()) {
      throw new IllegalStateException("a " + type() + " has no text");
    }
    return resolved().source.text(resolved().index);
  }

  /** Whether this is a scalar whose {@link #text} is this one. It makes no string. */
  public boolean hasText(String text) {
    var node = resolved();
    return node.source.textEquals(node.index, text);
  }

  /** Whether this is a scalar whose {@link #text} begins with {@code prefix}. */
  public boolean textStartsWith(String prefix) {
    var node = resolved();
    return isScalar() && node.source.textStartsWith(node.index, prefix);
  }

  /**
   * The value as a Java object: LinkedHashMap, ArrayList, String, Long or BigInteger, BigDecimal or
   * Double (infinity or NaN), Boolean, null.
   */
  public @Nullable Object value() {
    return NodeSemantics.toJavaValue(this);
  }

  /** The value of a scalar. */
  @Nullable Object scalarValue() {
    return switch (type()) {
      case NULL -> null;
      case BOOLEAN -> Character.toLowerCase(text().charAt(0)) == 't';
      case INTEGER -> PlainScalars.integerValue(text());
      case FLOAT -> PlainScalars.floatValue(text());
      default -> CoreTags.isBinary(tag().orElse("")) ? BinaryScalar.decode(this) : text();
    };
  }

  /**
   * Whether {@code other} means the same: it has the same type and value. The order of keys does
   * not matter.
   */
  public boolean hasSameValueAs(Node other) {
    return NodeSemantics.haveSameValue(this, other);
  }

  /**
   * Whether {@code other} is written the same, apart from its indentation. Then it also {@linkplain
   * #hasSameValueAs means} the same, and this check is much faster.
   */
  public boolean hasSameTextAs(Node other) {
    var one = resolved();
    var two = other.resolved();
    return one.source.firstDifference(one.index, two.source, two.index) < 0;
  }

  /**
   * The number of entries at the start of this map that are written the same in {@code other}. It
   * is 0 if one of them is not a map, or has entries of other maps.
   */
  public int commonEntries(Node other) {
    return NodeSemantics.commonEntries(resolved(), other.resolved());
  }

  /**
   * Whether both are whole texts that edits made from the same text. What no edit changed is then
   * written the same in both.
   */
  @SuppressWarnings("ReferenceEquality") // each text that is read has an editor of its own
  public boolean isEditOf(Node other) {
    return source.editor == other.source.editor && isOwnText() && other.isOwnText();
  }

  /** Whether this is a whole text, and neither a part of one nor a part that was edited. */
  public boolean isOwnText() {
    return source.origin == null && isWholeText();
  }

  /** The line of the first byte in the text that this node was read from, from 1. */
  public int line() {
    return TextPosition.of(source.bytes, source.propsStart(index)).line();
  }

  /** The column of the first byte, from 1. */
  public int column() {
    return TextPosition.of(source.bytes, source.propsStart(index)).column();
  }

  /** The position of its first byte, counted in bytes from the start of the text. */
  public int start() {
    return source.propsStart(index);
  }

  /** The position after its last byte, counted in bytes from the start of the text. */
  public int end() {
    return source.end(index);
  }

  /** The position after the key that this is the value of; -1 if it is not the value of a key. */
  public int keyEnd() {
    return key < 0 ? -1 : source.end(key);
  }

  /**
   * A comment of this value and its key, without {@code #} and the blank after it. Its lines are
   * joined by line breaks.
   */
  public Optional<String> comment(Comment place) {
    return CommentFinder.findText(source, key, index, place);
  }

  /**
   * The text of this node, byte for byte. For a whole document this is everything that was read.
   */
  public byte[] bytes() {
    if (isWholeText()) {
      return source.bytes.clone();
    }
    return Arrays.copyOfRange(source.bytes, source.propsStart(index), source.end(index));
  }

  /**
   * The whole text that this node was read from. It is not copied, and callers must not change it.
   */
  public byte[] sourceText() {
    return source.bytes;
  }

  /**
   * The text of this node as a document of its own. If this is a whole document that was read or
   * edited, it is the whole text; else it is a copy that begins in the first column.
   */
  public byte[] document() {
    return isOwnText() ? source.bytes.clone() : source.editor.document(this);
  }

  /**
   * The text of this tree with other items in one of its lists. Each item is the present one or an
   * edited form of it. All items are written together and nothing is parsed again, which makes it
   * fast to change many items.
   *
   * @param list the path to the list
   * @param items as many as the list has
   */
  public byte[] bytes(Path list, List<Node> items) {
    return source.editor.withItems(this, list, items);
  }

  /** Whether this node is the whole text of its source. */
  boolean isWholeText() {
    return source.isWholeText(index);
  }

  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /**
   * Returns a new tree with the changes; this one stays as it is. If the changes affect neither
   * meaning nor comments, it returns this tree.
   */
  public Node edit(Consumer<Edit> edits) {
    var edited = source.editor.edit(source, index, edits);
    return edited == source ? this : edited.node(edited.root());
  }

  /**
   * Returns the tree of a text with other bytes in one place. Only the entries around that place
   * are parsed again. Unlike {@link #edit}, nothing checks what the new text means.
   *
   * @param from the first byte that is replaced
   * @param to the position after the last byte that is replaced
   * @throws BadYaml if the new text is malformed
   * @throws IllegalStateException if this node is not a whole text
   */
  public Node withText(int from, int to, byte[] replacement) {
    if (!isOwnText()) {
      throw new IllegalStateException("not a whole text");
    }
    var replaced = source.editor.replaceText(source, from, to, replacement);
    return replaced.node(replaced.root());
  }

  /**
   * Returns this node if no map anywhere in its text has a duplicate key.
   *
   * @throws BadYaml names the key and both lines
   */
  public Node refuseDuplicateKeys() {
    DuplicateKeys.check(source);
    return this;
  }
}
