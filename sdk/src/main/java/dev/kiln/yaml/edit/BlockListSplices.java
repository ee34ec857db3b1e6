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
  private final Splicer in;
  private final YamlSource source;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final ListChange change;
  private final int list;
  private final int column;
  private final TextLayout layout;

  /** The positions of the items' dashes. */
  private final int[] dashes;

  private BlockListSplices(Splicer in, ListChange change) {
    this.in = in;
    this.source = in.source;
    this.bytes = in.bytes;
    this.out = in.splices.text;
    this.change = change;
    this.list = change.spot.node();
    this.column = in.column(source.start(list));
    this.layout = in.layout(list);
    this.dashes = new int[change.items.length];
    for (int i = 0; i < dashes.length; i++) {
      dashes[i] = i == 0 ? source.start(list) : dash(end(i - 1));
    }
  }

  static void render(Splicer in, ListChange change) {
    new BlockListSplices(in, change).render();
  }

  private int end(int ordinal) {
    return source.end(change.items[ordinal]);
  }

  /**
   * The position of the dash after an item that ends at {@code end}, past blank lines and comments.
   */
  private int dash(int end) {
    int p = in.lineEnd(end);
    while (bytes[p] != '-') {
      p = bytes[p] == '#' ? in.lineEnd(p) : p + 1;
    }
    return p;
  }

  private void render() {
    boolean any = false;
    for (var part : change.parts) {
      any |= part instanceof KeptItem;
    }
    if (change.parts.isEmpty()) {
      ValueSplices.empty(in, change.spot, List.of());
    } else if (!any) {
      replaceAll();
    } else if (change.moved) {
      move();
    } else {
      inOrder();
    }
  }

  private boolean item(@Nullable Object value) {
    var writer = new BlockWriter(out, layout);
    writer.item(value, column);
    return writer.endsInLiteral();
  }

  private void replaceAll() {
    int from = out.size();
    for (var part : change.parts) {
      if (out.size() > from) {
        out.add(layout.newline()).spaces(column);
      }
      item(((NewItem) part).value());
    }
    in.splices.add(dashes[0], NodeCopier.behindComment(bytes, source.end(list)), list, from);
  }

  /**
   * Handles remaining items that keep their order: lines are only added or removed between them.
   */
  private void inOrder() {
    int next = 0;
    int lastKept = -1;
    for (var part : change.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        remove(next, ordinal, lastKept);
        lastKept = ordinal;
        next = ordinal + 1;
      } else if (part instanceof NewItem(var value)) {
        add(value, lastKept);
      }
    }
    remove(next, dashes.length, lastKept);
  }

  private void add(@Nullable Object value, int lastKept) {
    int from = out.size();
    if (lastKept >= 0) {
      out.add(layout.newline()).spaces(column);
      boolean literal = item(value);
      in.endLiteral(change.items[lastKept], end(lastKept));
      in.addLines(end(lastKept), list, from, literal);
      return;
    }
    int dash = dashes[firstKept()];
    if (in.isFirst(dash)) {
      int line = CommentFinder.above(in.source, dash, 0);
      out.spaces(column);
      item(value);
      out.add(layout.newline());
      in.splices.add(line, line, list, from);
    } else {
      item(value);
      out.add(layout.newline()).spaces(column);
      in.splices.add(dash, dash, list, from);
    }
  }

  private int firstKept() {
    for (var part : change.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        return ordinal;
      }
    }
    throw new IllegalStateException("no item stays");
  }

  private void remove(int from, int to, int lastKept) {
    if (from == to) {
      return;
    }
    if (lastKept < 0 && !in.isFirst(dashes[0])) {
      int end = in.lineEnd(end(to - 1));
      boolean comments = TextLines.behindBreak(bytes, end) < TextLines.start(bytes, dashes[to]);
      int start = comments ? TextLines.backBlanks(bytes, dashes[0]) : dashes[0];
      in.splices.delete(start, comments ? end : dashes[to], list);
      return;
    }
    for (int i = from; i < to; i++) {
      int bound = i == 0 ? 0 : in.lineEnd(end(i - 1));
      in.deleteLines(
          CommentFinder.above(in.source, dashes[i], bound),
          change.items[i],
          i == 0 ? -1 : change.items[i - 1]);
    }
  }

  /** Reorders items. Each item takes along the lines above it that belong to no other item. */
  private void move() {
    if (!in.isFirst(dashes[0])) {
      throw new IllegalStateException("a list that begins inside a line");
    }
    if (in.endsText(list)) {
      throw new IllegalStateException("a block scalar ends with the text, without a line break");
    }
    int start = CommentFinder.above(in.source, dashes[0], 0);
    int end = TextLines.behindBreak(bytes, in.lineEnd(source.end(list)));
    int from = out.size();
    for (var part : change.parts) {
      if (part instanceof KeptItem(int i)) {
        out.add(bytes, i == 0 ? start : chunk(i), chunk(i + 1));
      } else if (part instanceof NewItem(var value)) {
        out.spaces(column);
        item(value);
      }
      if (!TextLines.isBreak(out.buffer()[out.size() - 1])) {
        out.add(layout.newline());
      }
    }
    if (end == bytes.length && !TextLines.isBreak(bytes[end - 1])) {
      out.cut(out.size() - layout.newline().length);
    }
    in.splices.add(start, end, list, from);
  }

  /** The start of the lines of an item: after the lines of the item before it. */
  private int chunk(int ordinal) {
    return TextLines.behindBreak(bytes, in.lineEnd(end(ordinal - 1)));
  }
}
