package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.FlowWriter;
import dev.kiln.yaml.write.TextLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Adds, removes, renames and moves the entries or items of a flow collection, including JSON. */
final class FlowSplices {
  private final Splicer in;
  private final YamlSource source;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final int node;
  private final TextLayout layout;

  /** The start and end of each entry or item. */
  private final int[] starts;

  private final int[] ends;

  /** The column of the last entry if each entry is on its own line, else -1. */
  private final int column;

  private FlowSplices(Splicer in, int node) {
    this.in = in;
    this.source = in.source;
    this.bytes = in.bytes;
    this.out = in.splices.text;
    this.node = node;
    this.layout = in.layout(node);
    int count = source.count(node);
    this.starts = new int[count];
    this.ends = new int[count];
    boolean map = NodeKind.isMap(source.kind(node));
    int child = source.first(node);
    for (int i = 0; i < count; i++) {
      int value = map ? source.next(child) : child;
      starts[i] = map ? in.entryStart(child) : source.propsStart(child);
      ends[i] = source.end(value);
      child = source.next(value);
    }
    boolean lines =
        count > 0
            && in.isFirst(starts[count - 1])
            && starts[count - 1] > in.lineEnd(source.start(node));
    this.column = lines ? in.column(starts[count - 1]) : -1;
  }

  /** Writes a value in the style of the flow collection that contains it, or that it replaces. */
  static void write(Splicer in, int collection, @Nullable Object value, int quotes) {
    new FlowSplices(in, collection).writer().write(value, quotes);
  }

  /** The indentation of the entries relative to the line on which the collection begins. */
  private int step() {
    int line = TextLines.start(bytes, source.start(node));
    int text = TextLines.skipBlanks(bytes, line);
    return Math.max(1, column - (line == 0 ? source.column : 0) - (text - line));
  }

  private FlowWriter writer() {
    return column < 0 ? new FlowWriter(out, layout) : new FlowWriter(out, layout, step(), column);
  }

  static void map(Splicer in, MapChange change) {
    var map = new FlowSplices(in, change.spot.node());
    var removed = new boolean[map.starts.length];
    int key = in.source.first(map.node);
    for (int i = 0; i < removed.length; i++) {
      removed[i] = change.removes(key);
      var name = change.renamed.get(key);
      if (name != null && !removed[i]) {
        in.rename(key, name, true, map.layout.isJson());
      }
      key = in.source.next(in.source.next(key));
    }
    map.remove(removed);
    map.add(
        removed,
        change.added.size(),
        i -> map.writer().entry(change.added.get(i).key(), change.added.get(i).value()));
  }

  static void list(Splicer in, ListChange change) {
    var list = new FlowSplices(in, change.spot.node());
    if (!change.moved) {
      list.inOrder(change.parts);
    } else if (change.parts.stream().allMatch(KeptItem.class::isInstance)) {
      list.permute(change.parts);
    } else {
      list.rewrite(change.parts);
    }
  }

  /**
   * Handles remaining items that keep their order. Each run of new items goes after the item before
   * it.
   */
  private void inOrder(List<Change.ListPart> parts) {
    var removed = new boolean[starts.length];
    Arrays.fill(removed, true);
    for (var part : parts) {
      if (part instanceof KeptItem(int ordinal)) {
        removed[ordinal] = false;
      }
    }
    remove(removed);
    int kept = -1;
    for (int i = 0; i < parts.size(); ) {
      if (parts.get(i) instanceof KeptItem(int ordinal)) {
        kept = ordinal;
        i++;
        continue;
      }
      int to = i;
      while (to < parts.size() && parts.get(to) instanceof NewItem) {
        to++;
      }
      var fresh = parts.subList(i, to);
      IntConsumer write = k -> writer().write(((NewItem) fresh.get(k)).value());
      if (kept >= 0) {
        addBehind(kept, removed, fresh.size(), write);
      } else if (to < parts.size()) {
        addBefore(((KeptItem) parts.get(to)).ordinal(), fresh.size(), write);
      } else {
        fill(fresh.size(), write);
      }
      i = to;
    }
    if (parts.isEmpty()) {
      fill(0, _ -> {});
    }
  }

  private void addBefore(int kept, int count, IntConsumer write) {
    int from = out.size();
    for (int i = 0; i < count; i++) {
      write.accept(i);
      out.add(column < 0 ? layout.comma() : ",");
      if (column >= 0) {
        out.add(layout.newline()).spaces(column);
      }
    }
    in.splices.add(starts[kept], starts[kept], node, from);
  }

  /** Exchanges the items. Commas, comments and line breaks stay where they are. */
  private void permute(List<Change.ListPart> parts) {
    for (int i = 0; i < starts.length; i++) {
      int other = ((KeptItem) parts.get(i)).ordinal();
      int from = out.size();
      out.add(bytes, starts[other], ends[other]);
      in.splices.add(starts[i], ends[i], node, from);
    }
  }

  /** Rewrites everything between the brackets. Remaining items keep their own text. */
  private void rewrite(List<Change.ListPart> parts) {
    int from = out.size();
    for (int i = 0; i < parts.size(); i++) {
      out.add(i == 0 ? "" : column < 0 ? layout.comma() : ",");
      if (column >= 0 && i > 0) {
        out.add(layout.newline()).spaces(column);
      }
      if (parts.get(i) instanceof KeptItem(int ordinal)) {
        out.add(bytes, starts[ordinal], ends[ordinal]);
      } else if (parts.get(i) instanceof NewItem(var value)) {
        writer().write(value);
      }
    }
    in.splices.add(starts[0], ends[ends.length - 1], node, from);
  }

  private void remove(boolean[] removed) {
    int last = -1;
    for (int i = 0; i < removed.length; i++) {
      last = removed[i] ? last : i;
    }
    if (last < 0) {
      return; // add() writes everything between the brackets
    }
    int kept = -1;
    for (int i = 0; i < removed.length; i++) {
      if (!removed[i]) {
        kept = i;
        continue;
      }
      int to = i;
      while (to + 1 < removed.length && removed[to + 1]) {
        to++;
      }
      if (isLines(i, to)) {
        in.splices.delete(
            TextLines.start(bytes, starts[i]),
            TextLines.behindBreak(bytes, in.lineEnd(behindComma(ends[to]))),
            node);
        if (to > last && kept >= 0 && !hasComma(ends[to])) {
          int comma = behindComma(ends[kept]) - 1;
          in.splices.delete(comma, comma + 1, node);
        }
      } else if (kept >= 0) {
        in.splices.delete(ends[kept], ends[to], node);
      } else {
        in.splices.delete(starts[i], starts[to + 1], node);
      }
      i = to;
    }
  }

  /** Whether the entries have their lines to themselves. */
  private boolean isLines(int from, int to) {
    int behind = TextLines.skipBlanks(bytes, behindComma(ends[to]));
    return in.isFirst(starts[from])
        && behind < bytes.length
        && (TextLines.isBreak(bytes[behind]) || bytes[behind] == '#');
  }

  private boolean hasComma(int end) {
    return behindComma(end) > end;
  }

  /**
   * The position after the comma that follows, past blanks and line breaks; {@code end} itself if
   * there is no comma.
   */
  private int behindComma(int end) {
    int p = end;
    while (p < bytes.length
        && (TextLines.isBlank(bytes[p]) || TextLines.isBreak(bytes[p]) || bytes[p] == '#')) {
      p = bytes[p] == '#' ? in.lineEnd(p) : p + 1;
    }
    return p < bytes.length && bytes[p] == ',' ? p + 1 : end;
  }

  private void add(boolean[] removed, int count, IntConsumer write) {
    int last = -1;
    for (int i = 0; i < removed.length; i++) {
      last = removed[i] ? last : i;
    }
    if (last < 0) {
      fill(count, write);
    } else if (count > 0) {
      addBehind(last, removed, count, write);
    }
  }

  private void addBehind(int last, boolean[] removed, int count, IntConsumer write) {
    boolean bare = source.kind(node) == NodeKind.FLOW_MAP && bytes[source.start(node)] != '{';
    if (bare) {
      int from = out.size();
      out.add('{');
      in.splices.add(starts[0], starts[0], node, from);
    }
    int comma = behindComma(ends[last]);
    int comment = TextLines.comment(bytes, comma);
    boolean atEnd = last == ends.length - 1;
    boolean below = column >= 0 && comment >= 0 && (atEnd || !removed[last + 1]);
    int from = out.size();
    if (below && comma == ends[last]) {
      out.add(',');
      in.splices.add(comma, comma, node, from);
      from = out.size();
    }
    for (int i = 0; i < count; i++) {
      boolean first = below && i == 0;
      out.add(first ? "" : column < 0 ? layout.comma() : ",");
      if (column >= 0) {
        out.add(layout.newline()).spaces(column);
      }
      write.accept(i);
    }
    out.add(below && comma > ends[last] ? "," : "");
    out.add(bare ? "}" : "");
    int at = below ? in.lineEnd(comment) : ends[last];
    in.splices.add(at, at, node, from);
  }

  /** Fills brackets that are empty, or that lose all their entries or items. */
  private void fill(int count, IntConsumer write) {
    int open = source.start(node) + 1;
    int close = source.end(node) - 1;
    if (bytes[open - 1] != '{' && bytes[open - 1] != '[') {
      throw new IllegalStateException("a pair without brackets");
    }
    int from = out.size();
    boolean padded = count > 0 && close > open && bytes[open] == ' ';
    out.add(padded ? " " : "");
    for (int i = 0; i < count; i++) {
      out.add(i == 0 ? "" : layout.comma());
      write.accept(i);
    }
    out.add(padded ? " " : "");
    in.splices.add(open, close, node, from);
  }
}
