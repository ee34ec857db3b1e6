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
  private final Splicer splicer;
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

  private FlowSplices(Splicer splicer, int node) {
    this.splicer = splicer;
    this.source = splicer.source;
    this.bytes = splicer.bytes;
    this.out = splicer.splices.text;
    this.node = node;
    this.layout = splicer.layout(node);
    int count = source.count(node);
    this.starts = new int[count];
    this.ends = new int[count];
    boolean map = NodeKind.isMap(source.kind(node));
    int child = source.firstChild(node);
    for (int i = 0; i < count; i++) {
      int value = map ? source.afterSubtree(child) : child;
      starts[i] = map ? splicer.entryStart(child) : source.propsStart(child);
      ends[i] = source.end(value);
      child = source.afterSubtree(value);
    }
    this.column = entryColumn(splicer, node, layout);
  }

  /** Writes a value in the style of the flow collection that contains it, or that it replaces. */
  static void write(Splicer splicer, int collection, @Nullable Object value, int quotes) {
    writer(splicer, collection).write(value, quotes);
  }

  private static FlowWriter writer(Splicer splicer, int collection) {
    var layout = splicer.layout(collection);
    int column = entryColumn(splicer, collection, layout);
    return column < 0
        ? new FlowWriter(splicer.splices.text, layout)
        : new FlowWriter(
            splicer.splices.text, layout, entryIndent(splicer, collection, column), column);
  }

  private FlowWriter writer() {
    return writer(splicer, node);
  }

  private static int entryColumn(Splicer splicer, int collection, TextLayout layout) {
    return layout.entryColumn(() -> findEntryColumn(splicer, collection));
  }

  private static int findEntryColumn(Splicer splicer, int collection) {
    var source = splicer.source;
    int last = source.firstChild(collection);
    int count = source.count(collection);
    boolean map = NodeKind.isMap(source.kind(collection));
    for (int k = 1; k < count; k++) {
      last = source.afterSubtree(map ? source.afterSubtree(last) : last);
    }
    int start = count == 0 ? -1 : map ? splicer.entryStart(last) : source.propsStart(last);
    boolean onOwnLines =
        count > 0
            && splicer.isFirstOnLine(start)
            && start > splicer.lineEnd(source.start(collection));
    return onOwnLines ? splicer.column(start) : -1;
  }

  /** The indentation of the entries relative to the line on which the collection begins. */
  private static int entryIndent(Splicer splicer, int collection, int column) {
    var source = splicer.source;
    int line = source.lineStart(source.start(collection));
    int text = TextLines.skipBlanks(source.bytes, line);
    return Math.max(1, column - (line == 0 ? source.firstColumn : 0) - (text - line));
  }

  static void editMap(Splicer splicer, MapChange change) {
    var map = new FlowSplices(splicer, change.position.node());
    var removed = new boolean[map.starts.length];
    int key = splicer.source.firstChild(map.node);
    for (int i = 0; i < removed.length; i++) {
      removed[i] = change.removes(key);
      var name = change.renamed.get(key);
      if (name != null && !removed[i]) {
        splicer.rename(key, name, true, map.layout.isJson());
      }
      key = splicer.source.afterSubtree(splicer.source.afterSubtree(key));
    }
    map.remove(removed);
    map.add(
        removed,
        change.added.size(),
        i -> map.writer().writeEntry(change.added.get(i).key(), change.added.get(i).value()));
  }

  static void editList(Splicer splicer, ListChange change) {
    var list = new FlowSplices(splicer, change.position.node());
    if (!change.moved) {
      list.editInOrder(change.parts);
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
  private void editInOrder(List<Change.ListPart> parts) {
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
      var newItems = parts.subList(i, to);
      IntConsumer write = k -> writer().write(((NewItem) newItems.get(k)).value());
      if (kept >= 0) {
        addAfter(kept, removed, newItems.size(), write);
      } else if (to < parts.size()) {
        addBefore(((KeptItem) parts.get(to)).oldIndex(), newItems.size(), write);
      } else {
        fillBrackets(newItems.size(), write);
      }
      i = to;
    }
    if (parts.isEmpty()) {
      fillBrackets(0, _ -> {});
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
    splicer.splices.add(starts[kept], starts[kept], node, from);
  }

  /** Exchanges the items. Commas, comments and line breaks stay where they are. */
  private void permute(List<Change.ListPart> parts) {
    for (int i = 0; i < starts.length; i++) {
      int other = ((KeptItem) parts.get(i)).oldIndex();
      int from = out.size();
      out.add(bytes, starts[other], ends[other]);
      splicer.splices.add(starts[i], ends[i], node, from);
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
    splicer.splices.add(starts[0], ends[ends.length - 1], node, from);
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
      if (areWholeLines(i, to)) {
        splicer.splices.delete(
            source.lineStart(starts[i]),
            TextLines.afterBreak(bytes, splicer.lineEnd(afterComma(ends[to]))),
            node);
        if (to > last && kept >= 0 && !hasComma(ends[to])) {
          int comma = afterComma(ends[kept]) - 1;
          splicer.splices.delete(comma, comma + 1, node);
        }
      } else if (kept >= 0) {
        splicer.splices.delete(ends[kept], ends[to], node);
      } else {
        splicer.splices.delete(starts[i], starts[to + 1], node);
      }
      i = to;
    }
  }

  /** Whether the entries have their lines to themselves. */
  private boolean areWholeLines(int from, int to) {
    int behind = TextLines.skipBlanks(bytes, afterComma(ends[to]));
    return splicer.isFirstOnLine(starts[from])
        && behind < bytes.length
        && (TextLines.isBreak(bytes[behind]) || bytes[behind] == '#');
  }

  private boolean hasComma(int end) {
    return afterComma(end) > end;
  }

  /**
   * The position after the comma that follows, past blanks and line breaks; {@code end} itself if
   * there is no comma.
   */
  private int afterComma(int end) {
    int p = end;
    while (p < bytes.length
        && (TextLines.isBlank(bytes[p]) || TextLines.isBreak(bytes[p]) || bytes[p] == '#')) {
      p = bytes[p] == '#' ? splicer.lineEnd(p) : p + 1;
    }
    return p < bytes.length && bytes[p] == ',' ? p + 1 : end;
  }

  private void add(boolean[] removed, int count, IntConsumer write) {
    int last = -1;
    for (int i = 0; i < removed.length; i++) {
      last = removed[i] ? last : i;
    }
    if (last < 0) {
      fillBrackets(count, write);
    } else if (count > 0) {
      addAfter(last, removed, count, write);
    }
  }

  private void addAfter(int last, boolean[] removed, int count, IntConsumer write) {
    boolean isImplicitPair =
        source.kind(node) == NodeKind.FLOW_MAP && bytes[source.start(node)] != '{';
    if (isImplicitPair) {
      int from = out.size();
      out.add('{');
      splicer.splices.add(starts[0], starts[0], node, from);
    }
    int comma = afterComma(ends[last]);
    int comment = TextLines.commentStart(bytes, comma);
    boolean atEnd = last == ends.length - 1;
    boolean commentFollows = column >= 0 && comment >= 0 && (atEnd || !removed[last + 1]);
    int from = out.size();
    if (commentFollows && comma == ends[last]) {
      out.add(',');
      splicer.splices.add(comma, comma, node, from);
      from = out.size();
    }
    for (int i = 0; i < count; i++) {
      boolean first = commentFollows && i == 0;
      out.add(first ? "" : column < 0 ? layout.comma() : ",");
      if (column >= 0) {
        out.add(layout.newline()).spaces(column);
      }
      write.accept(i);
    }
    out.add(commentFollows && comma > ends[last] ? "," : "");
    out.add(isImplicitPair ? "}" : "");
    int at = commentFollows ? splicer.lineEnd(comment) : ends[last];
    splicer.splices.add(at, at, node, from);
  }

  /** Fills brackets that are empty, or that lose all their entries or items. */
  private void fillBrackets(int count, IntConsumer write) {
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
    splicer.splices.add(open, close, node, from);
  }
}
