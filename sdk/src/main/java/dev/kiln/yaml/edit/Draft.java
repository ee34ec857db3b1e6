package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.read.IncrementalParser;
import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.table.SmallLists;
import dev.kiln.yaml.table.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A source and its pending changes. Writing the changes makes a new source. The new source is
 * scanned and compared with the intended result before anyone sees it.
 */
final class Draft {
  /** So many changes, or new keys of a map, are searched as fast as an index finds them. */
  static final int MAX_UNINDEXED = 8;

  private final TextEditor editor;
  YamlSource source;
  int root;

  /** Whether strings of several lines may be written as block scalars. */
  boolean literalsAllowed = true;

  List<Change> changes = List.of();
  private @Nullable TreeMap<Integer, Change> byNode;

  /** Anchored nodes whose aliases get copies; their anchors go. */
  final List<Integer> unusedAnchors = new ArrayList<>();

  /** The removed and replaced nodes with the ends of their subtrees; kept if there are aliases. */
  private final TreeMap<Integer, Integer> discarded = new TreeMap<>();

  private @Nullable SharedValues shared;

  Draft(TextEditor editor, YamlSource source, int root) {
    this.editor = editor;
    this.source = source;
    this.root = root;
  }

  /** The pending change of a node, or null if there is none. */
  @Nullable Change changeOf(int node) {
    if (byNode != null) {
      return byNode.get(node);
    }
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i).position.node() == node) {
        return changes.get(i);
      }
    }
    return null;
  }

  void add(Change change) {
    changes = SmallLists.append(changes, change);
    if (byNode != null) {
      byNode.put(change.position.node(), change);
    } else if (changes.size() > MAX_UNINDEXED) {
      byNode = new TreeMap<>();
      for (var each : changes) {
        byNode.put(each.position.node(), each);
      }
    }
  }

  /** The pending change of an alias that keeps its meaning, or null. */
  @Nullable Replacement aliasCopyOf(int node) {
    return source.kind(node) == NodeKind.ALIAS
            && changeOf(node) instanceof Replacement copy
            && copy.copiesAlias
        ? copy
        : null;
  }

  /** The change of a map. It is created if there is none. */
  MapChange mapChange(NodePosition position) {
    if (changeOf(position.node()) instanceof MapChange change) {
      return change;
    }
    var change = new MapChange(position);
    add(change);
    return change;
  }

  /** The change of a list. It is created if there is none. */
  ListChange listChange(NodePosition position) {
    if (changeOf(position.node()) instanceof ListChange change) {
      return change;
    }
    var change = new ListChange(position, source.items(position.node()));
    add(change);
    return change;
  }

  void replace(NodePosition position, @Nullable Object value) {
    discard(position.node());
    add(new Replacement(position, value, false, false));
  }

  /** Takes note that a pending change replaces or removes a node with all that is in it. */
  void discard(int node) {
    if (source.hasAliases()) {
      discarded.put(node, source.afterSubtree(node));
    }
  }

  /** Whether a node is in a part that a pending change replaces or removes. */
  boolean discards(int node) {
    var before = discarded.floorEntry(node);
    return before != null && node < before.getValue();
  }

  SharedValues sharedValues() {
    var known = shared;
    if (known == null) {
      known = new SharedValues(source, root);
      shared = known;
    }
    return known;
  }

  /** Whether a subtree, including its root, has a pending change. */
  boolean hasChangeIn(int node) {
    int end = source.afterSubtree(node);
    if (byNode != null) {
      Integer first = byNode.ceilingKey(node);
      return first != null && first < end;
    }
    for (var change : changes) {
      if (change.position.node() >= node && change.position.node() < end) {
        return true;
      }
    }
    return false;
  }

  /** The position of a node in the tree. */
  NodePosition positionOf(int node) {
    int parent = -1;
    int key = -1;
    int at = root;
    while (at != node) {
      parent = at;
      boolean map = NodeKind.isMap(source.kind(at));
      int child = source.firstChild(at);
      key = -1;
      while (source.afterSubtree(child) <= node) {
        key = map && key < 0 ? child : -1;
        child = source.afterSubtree(child);
      }
      at = child;
    }
    return new NodePosition(node, parent, key);
  }

  /** Whether the root is the whole text of its source. */
  boolean isWhole() {
    return source.isWholeText(root);
  }

  /** Writes the pending changes. */
  void flush() {
    if (changes.isEmpty()) {
      return;
    }
    var next = Splicer.apply(this);
    changes = List.of();
    byNode = null;
    unusedAnchors.clear();
    discarded.clear();
    shared = null;
    source = next;
    root = next.root();
  }

  /**
   * The first byte of the source that belongs to the root. A root that is the whole source begins
   * at 0.
   */
  int begin() {
    return isWhole() ? 0 : source.propsStart(root);
  }

  int end() {
    return isWhole() ? source.bytes.length : fragmentEnd(source, root);
  }

  /**
   * The end of a node's lines, including the last line break; in a flow collection, the end of the
   * node.
   */
  static int fragmentEnd(YamlSource source, int node) {
    byte[] bytes = source.bytes;
    int end = source.end(node);
    int behind = TextLines.skipBlanks(bytes, end);
    boolean lineEnds =
        behind == bytes.length
            || TextLines.isBreak(bytes[behind])
            || (bytes[behind] == '#' && behind > end);
    return lineEnds ? TextLines.afterBreak(bytes, source.lineEnd(behind)) : end;
  }

  /** Makes the text with the replaced pieces, and scans as little of it as possible. */
  YamlSource parseSpliced(Splices splices) {
    byte[] bytes = splices.apply(source.bytes, begin(), end());
    var origin = source.origin == null ? source : source.origin;
    var parser = TextEditor.takeParser();
    var table = parseIncrementally(splices.sortedSplices(), bytes, parser);
    if (isWhole() && source.origin == null) {
      if (table == null) {
        return editor.read(bytes, parser);
      }
      TextEditor.returnParser(parser);
      return new YamlSource(bytes, table, editor);
    }
    int column = isWhole() ? source.firstColumn : source.column(source.propsStart(root));
    int originNode = source.origin == null ? root : source.originNode;
    var read = table == null ? parser.readFragment(bytes, column, origin, originNode) : table;
    TextEditor.returnParser(parser);
    return new YamlSource(bytes, column, read, origin, originNode);
  }

  /**
   * The node table of the new bytes, for which only the changed parts are read; null if all must be
   * read.
   */
  @Nullable NodeTable parseIncrementally(
      List<Splices.Splice> splices, byte[] bytes, Parser parser) {
    if (splices.isEmpty()) {
      return null;
    }
    var old = new IncrementalParser.Extent(source, root, begin(), end());
    return IncrementalParser.tryParse(
        old, splices.getFirst().start(), splices.getLast().end(), bytes, parser);
  }

  /** A draft of the same text without the changes. */
  Draft withoutChanges() {
    return new Draft(editor, source, root);
  }

  /** The changes in the order of the text. */
  List<Change> sortedChanges() {
    if (changes.size() > 1) {
      changes.sort((a, b) -> Integer.compare(a.position.node(), b.position.node()));
    }
    return changes;
  }
}
