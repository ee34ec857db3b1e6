package dev.kiln.yaml.read;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.ByteSearch;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import org.jspecify.annotations.Nullable;

/**
 * Makes the table of an edited text and parses only the entries that the edit touched. For a label
 * that is about a tenth of a resource. The other entries keep their nodes, shifted.
 *
 * <p>A line that begins an entry of a block collection has the same meaning wherever the same
 * collections are open above it, unless anchors are involved. Parsing therefore starts at the entry
 * before the first change, with the collections open that contain it. It must reach the line of the
 * entry after the last change with those collections open that contained that entry. The text after
 * that line then parses as before.
 */
public final class IncrementalParser {
  private final YamlSource old;
  private final int root;
  private final int begin;
  private final byte[] bytes;
  private final int growth;
  private final Parser parser;
  private final OpenCollections open;

  /** The entry or item to begin with, and the position of its line's text in the old bytes. */
  private int firstNode;

  private int firstPosition;

  /** The end of the entry before that one. */
  private int previousEnd;

  /**
   * The entry or item after the last change. It must be found again as the line at this position.
   */
  private int resumeNode;

  private int resumePosition = Parser.NO_STOP;

  /** The depth of its collection. */
  private int resumeDepth = -1;

  /**
   * A tree before the edit, and the bytes of its source that belong to it.
   *
   * @param begin the first byte
   * @param end the position after the last byte
   */
  public record Extent(YamlSource source, int root, int begin, int end) {}

  private IncrementalParser(Extent extent, byte[] bytes, Parser parser) {
    this.old = extent.source;
    this.root = extent.root;
    this.begin = extent.begin;
    this.bytes = bytes;
    this.growth = bytes.length - (extent.end - begin);
    this.parser = parser;
    this.open = parser.open;
    this.resumeNode = old.afterSubtree(root);
  }

  /**
   * The table of a tree's new bytes; null if all of them must be parsed.
   *
   * @param first the first byte of the old text that changed
   * @param last the position after the last byte of the old text that changed
   * @param parser free for reuse afterwards
   */
  public static @Nullable NodeTable tryParse(
      Extent old, int first, int last, byte[] bytes, Parser parser) {
    if (!old.source.table.hasNoPropsOrAliases(old.root, old.source.afterSubtree(old.root))) {
      return null;
    }
    try {
      var incremental = new IncrementalParser(old, bytes, parser);
      boolean found = incremental.findChangedEntries(first, last);
      return found ? incremental.parseChangedEntries() : null;
    } catch (BadYaml _) {
      return null;
    } finally {
      parser.open.depth = 0;
    }
  }

  /** Descends to the innermost collection in which one run of entries contains all changes. */
  private boolean findChangedEntries(int first, int last) {
    int at = root;
    while (true) {
      boolean map = old.kind(at) == NodeKind.BLOCK_MAP;
      if (!NodeKind.isBlock(old.kind(at))) {
        return false;
      }
      int child = old.firstChild(at);
      int count = old.count(at);
      int entriesSeen = 0;
      int chosen = -1;
      int previous = -1;
      while (entriesSeen < count && old.start(child) <= first) {
        previous = chosen;
        chosen = child;
        child = afterEntry(map, child);
        entriesSeen++;
      }
      int before = entriesSeen - 1;
      while (entriesSeen < count && lineStart(child) < last) {
        child = afterEntry(map, child);
        entriesSeen++;
      }
      int column = column(old.start(at));
      if (chosen < 0 || (entriesSeen < count && !beginsLine(map, child, column))) {
        return false;
      }
      int value = map ? old.afterSubtree(chosen) : chosen;
      boolean deeper =
          entriesSeen == before + 1
              && old.start(value) <= first
              && NodeKind.isBlock(old.kind(value));
      open.add(column, at - root, (deeper ? before + 1 : before) + count - entriesSeen);
      if (entriesSeen < count) {
        resumeNode = child;
        resumePosition = lineStart(child);
        resumeDepth = open.depth - 1;
      }
      if (!deeper) {
        firstNode = chosen;
        firstPosition = before == 0 ? old.start(at) : lineStart(chosen) + column;
        if (before == 0) {
          return startsWithEntry(map, firstPosition - begin);
        }
        previousEnd = old.end(map ? old.afterSubtree(previous) : previous) - begin;
        return beginsLine(map, chosen, column);
      }
      at = value;
    }
  }

  private int afterEntry(boolean map, int child) {
    return map ? old.afterSubtree(old.afterSubtree(child)) : old.afterSubtree(child);
  }

  private int lineStart(int node) {
    return old.lineStart(old.start(node));
  }

  private int column(int place) {
    int line = old.lineStart(place);
    return place - line + (line == 0 ? old.firstColumn : 0);
  }

  /**
   * Whether an entry's key, or an item's dash, is the first content on its line and is in this
   * column.
   */
  private boolean beginsLine(boolean map, int node, int column) {
    int line = lineStart(node);
    int text = ByteSearch.skipSpaces(old.bytes, line);
    return line > 0
        && text == line + column
        && (map ? isKey(text, node) : isDash(text) && text < old.start(node));
  }

  /** An entry without a key would become the value of a question mark's key before it. */
  private boolean isKey(int place, int node) {
    return place == old.start(node) && old.end(node) > place;
  }

  /** Whether the new text has an entry or item at the position where the collection began. */
  private boolean startsWithEntry(boolean map, int place) {
    return place < bytes.length
        && !Scanner.isOfClass(Scanner.BLANK_OR_COMMENT, bytes[place])
        && (map
            || (bytes[place] == '-'
                && place + 1 < bytes.length
                && Scanner.isOfClass(Scanner.BLANK, bytes[place + 1])));
  }

  private boolean isDash(int place) {
    return old.bytes[place] == '-' && old.bytes[place + 1] == ' ';
  }

  /** Estimates how many words the added text needs; few entries are short, more are long. */
  private int addedWords() {
    int added = Math.max(0, growth);
    return Math.min(added / 8, 16 + added / 24);
  }

  private @Nullable NodeTable parseChangedEntries() {
    int rootEnd = old.afterSubtree(root);
    var table = new NodeTable(bytes.length, rootEnd - root + 4 + addedWords());
    table.copyNodes(old.table, root, firstNode, -begin, -root);
    int stopPosition =
        resumePosition == Parser.NO_STOP ? resumePosition : resumePosition - begin + growth;
    parser.reparseEntries(
        bytes, firstPosition - begin, previousEnd, stopPosition, table, resumeDepth);
    if (!table.hasNoPropsOrAliases(0, table.size)) {
      return null;
    }
    int indexShift = table.size - resumeNode;
    table.copyNodes(old.table, resumeNode, rootEnd, growth - begin, indexShift);
    for (int i = 0; i <= resumeDepth; i++) {
      int node = open.nodes[i];
      int oldNode = node + root;
      table.setCollectionEnd(
          node,
          old.end(oldNode) - begin + growth,
          open.counts[i],
          old.afterSubtree(oldNode) + indexShift);
    }
    table.endDocument(0);
    return table;
  }
}
