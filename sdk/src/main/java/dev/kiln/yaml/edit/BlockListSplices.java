package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.node.CommentFinder;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.NodeCopier;
import dev.kiln.yaml.write.TextLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds, removes and moves the items of a block list. */
final class BlockListSplices {
  private final Splicer splicer;
  private final YamlSource source;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final ListChange change;
  private final int list;
  private final int column;
  private final TextLayout layout;

  /** The positions of the items' dashes. */
  private final int[] dashes;

  private final int firstKept;

  private BlockListSplices(Splicer splicer, ListChange change) {
    this.splicer = splicer;
    this.source = splicer.source;
    this.bytes = splicer.bytes;
    this.out = splicer.splices.text;
    this.change = change;
    this.list = change.position.node();
    this.column = splicer.column(source.start(list));
    this.layout = splicer.layout(list);
    this.firstKept = findFirstKept(change);
    this.dashes = new int[change.items.length];
    for (int i = 0; i < dashes.length; i++) {
      dashes[i] = i == 0 ? source.start(list) : nextDash(itemEnd(i - 1));
    }
  }

  static void render(Splicer splicer, ListChange change) {
    new BlockListSplices(splicer, change).render();
  }

  private int itemEnd(int ordinal) {
    return source.end(change.items[ordinal]);
  }

  /**
   * The position of the dash after an item that ends at {@code end}, past blank lines and comments.
   */
  private int nextDash(int end) {
    int p = splicer.lineEnd(end);
    while (bytes[p] != '-') {
      p = bytes[p] == '#' ? splicer.lineEnd(p) : p + 1;
    }
    return p;
  }

  private void render() {
    if (change.parts.isEmpty()) {
      ValueSplices.replaceEmptied(splicer, change.position, List.of());
    } else if (firstKept < 0) {
      replaceAll();
    } else if (change.moved) {
      reorder();
    } else {
      editInOrder();
    }
  }

  private boolean writeItem(@Nullable Object value) {
    var writer = new BlockWriter(out, layout);
    writer.writeItem(value, column);
    return writer.endsInLiteral();
  }

  private void replaceAll() {
    int from = out.size();
    for (var part : change.parts) {
      if (out.size() > from) {
        out.add(layout.newline()).spaces(column);
      }
      writeItem(((NewItem) part).value());
    }
    splicer.splices.add(dashes[0], NodeCopier.afterComment(bytes, source.end(list)), list, from);
  }

  /**
   * Handles remaining items that keep their order: lines are only added or removed between them.
   */
  private void editInOrder() {
    int next = 0;
    int lastKept = -1;
    for (var part : change.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        remove(next, ordinal, lastKept);
        lastKept = ordinal;
        next = ordinal + 1;
      } else if (part instanceof NewItem(var value)) {
        insert(value, lastKept);
      }
    }
    remove(next, dashes.length, lastKept);
  }

  private void insert(@Nullable Object value, int lastKept) {
    int from = out.size();
    if (lastKept >= 0) {
      out.add(layout.newline()).spaces(column);
      boolean literal = writeItem(value);
      splicer.addStripIndicator(change.items[lastKept], itemEnd(lastKept));
      splicer.addLines(itemEnd(lastKept), list, from, literal);
      return;
    }
    int dash = dashes[firstKept];
    if (splicer.isFirstOnLine(dash)) {
      int line = CommentFinder.headCommentStart(splicer.source, dash, 0);
      out.spaces(column);
      writeItem(value);
      out.add(layout.newline());
      splicer.splices.add(line, line, list, from);
    } else {
      writeItem(value);
      out.add(layout.newline()).spaces(column);
      splicer.splices.add(dash, dash, list, from);
    }
  }

  /** The first remaining item as the parts have them, or -1. */
  private static int findFirstKept(ListChange change) {
    for (var part : change.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        return ordinal;
      }
    }
    return -1;
  }

  private void remove(int from, int to, int lastKept) {
    if (from == to) {
      return;
    }
    if (lastKept < 0 && !splicer.isFirstOnLine(dashes[0])) {
      int end = splicer.lineEnd(itemEnd(to - 1));
      boolean comments = TextLines.afterBreak(bytes, end) < source.lineStart(dashes[to]);
      int start = comments ? TextLines.skipBlanksBackward(bytes, dashes[0]) : dashes[0];
      splicer.splices.delete(start, comments ? end : dashes[to], list);
      return;
    }
    for (int i = from; i < to; i++) {
      int bound = i == 0 ? 0 : splicer.lineEnd(itemEnd(i - 1));
      splicer.deleteLines(
          CommentFinder.headCommentStart(splicer.source, dashes[i], bound),
          change.items[i],
          i == 0 ? -1 : change.items[i - 1]);
    }
  }

  /** Reorders items. Each item takes along the lines above it that belong to no other item. */
  private void reorder() {
    if (!splicer.isFirstOnLine(dashes[0])) {
      throw new IllegalStateException("a list that begins inside a line");
    }
    if (splicer.endsTextInLiteral(list)) {
      throw new IllegalStateException("a block scalar ends with the text, without a line break");
    }
    int start = CommentFinder.headCommentStart(splicer.source, dashes[0], 0);
    int end = TextLines.afterBreak(bytes, splicer.lineEnd(source.end(list)));
    int from = out.size();
    for (var part : change.parts) {
      if (part instanceof KeptItem(int i)) {
        out.add(bytes, i == 0 ? start : itemLinesStart(i), itemLinesStart(i + 1));
      } else if (part instanceof NewItem(var value)) {
        out.spaces(column);
        writeItem(value);
      }
      if (!TextLines.isBreak(out.buffer()[out.size() - 1])) {
        out.add(layout.newline());
      }
    }
    if (end == bytes.length && !TextLines.isBreak(bytes[end - 1])) {
      out.truncate(out.size() - layout.newline().length);
    }
    splicer.splices.add(start, end, list, from);
  }

  /** The start of the lines of an item: after the lines of the item before it. */
  private int itemLinesStart(int ordinal) {
    return TextLines.afterBreak(bytes, splicer.lineEnd(itemEnd(ordinal - 1)));
  }
}
