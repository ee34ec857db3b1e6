package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.AddedEntry;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.node.CommentFinder;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.NodeCopier;
import java.util.List;
import java.util.Map;

/** Adds, removes and renames the entries of a block map. */
final class BlockMapSplices {
  private final Splicer in;
  private final YamlSource source;
  private final MapChange change;
  private final int map;
  private final int column;

  private BlockMapSplices(Splicer in, MapChange change) {
    this.in = in;
    this.source = in.source;
    this.change = change;
    this.map = change.spot.node();
    this.column = in.column(in.entryStart(source.first(map)));
  }

  static void render(Splicer in, MapChange change) {
    new BlockMapSplices(in, change).render();
  }

  private void render() {
    if (!change.renamed.isEmpty()) {
      change.renamed.forEach(this::rename);
    }
    if (change.removed.isEmpty()) {
      addBehind(source.end(map), change.added);
    } else if (change.removed.size() == source.count(map)) {
      removeAll();
    } else {
      remove();
    }
  }

  private void rename(int key, String name) {
    if (!change.removes(key)) {
      in.rename(key, name, false, false);
    }
  }

  /** Adds new entries directly after the last entry that stays, before any comments that follow. */
  private void addBehind(int end, List<AddedEntry> added) {
    if (added.isEmpty()) {
      return;
    }
    in.endLiteral(map, end);
    var out = in.splices.text;
    int from = out.size();
    var layout = in.layout(map);
    var writer = new BlockWriter(out, layout);
    for (var entry : added) {
      out.add(layout.newline()).spaces(column);
      writer.entry(entry.key(), entry.value(), column);
    }
    in.addLines(end, map, from, writer.endsInLiteral());
  }

  private void removeAll() {
    if (change.added.isEmpty()) {
      ValueSplices.empty(in, change.spot, Map.of());
      return;
    }
    var out = in.splices.text;
    int from = out.size();
    var layout = in.layout(map);
    var writer = new BlockWriter(out, layout);
    for (var entry : change.added) {
      if (out.size() > from) {
        out.add(layout.newline()).spaces(column);
      }
      writer.entry(entry.key(), entry.value(), column);
    }
    in.splices.add(
        in.entryStart(source.first(map)),
        NodeCopier.behindComment(in.bytes, source.end(map)),
        map,
        from);
  }

  private void remove() {
    int end = source.next(map);
    int first = source.first(map);
    int previous = -1;
    int lastKept = -1;
    boolean inLine = !in.isFirst(in.entryStart(first));
    for (int key = first; key < end; ) {
      int value = source.next(key);
      boolean removed = change.removes(key);
      if (!removed) {
        if (lastKept < 0 && key != first && inLine) {
          removeFirst(first, previous, key);
        }
        lastKept = value;
      } else if (lastKept >= 0 || !inLine) {
        int start = in.entryStart(key);
        int from = previous < 0 ? 0 : in.lineEnd(source.end(previous));
        in.deleteLines(CommentFinder.above(in.source, start, from), value, previous);
      }
      previous = value;
      key = source.next(value);
    }
    addBehind(source.end(lastKept), change.added);
  }

  /**
   * Removes the first entries when they begin on the line of a dash. The next entry moves up to
   * that line, or stays below its comments.
   */
  private void removeFirst(int first, int lastRemoved, int next) {
    int start = in.entryStart(first);
    int nextStart = in.entryStart(next);
    int line = TextLines.behindBreak(in.bytes, in.lineEnd(source.end(lastRemoved)));
    if (line >= TextLines.start(in.bytes, nextStart)) {
      in.splices.delete(start, nextStart, first);
    } else {
      in.splices.delete(
          TextLines.backBlanks(in.bytes, start), in.lineEnd(source.end(lastRemoved)), first);
    }
  }
}
