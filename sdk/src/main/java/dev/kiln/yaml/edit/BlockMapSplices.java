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
  private final Splicer splicer;
  private final YamlSource source;
  private final MapChange change;
  private final int map;
  private final int column;

  private BlockMapSplices(Splicer splicer, MapChange change) {
    this.splicer = splicer;
    this.source = splicer.source;
    this.change = change;
    this.map = change.position.node();
    this.column = splicer.column(splicer.entryStart(source.firstChild(map)));
  }

  static void render(Splicer splicer, MapChange change) {
    new BlockMapSplices(splicer, change).render();
  }

  private void render() {
    if (!change.renamed.isEmpty()) {
      change.renamed.forEach(this::rename);
    }
    if (change.removed.isEmpty()) {
      addAfter(source.end(map), change.added);
    } else if (change.removed.size() == source.count(map)) {
      removeAll();
    } else {
      remove();
    }
  }

  private void rename(int key, String name) {
    if (!change.removes(key)) {
      splicer.rename(key, name, false, false);
    }
  }

  /** Adds new entries directly after the last entry that stays, before any comments that follow. */
  private void addAfter(int end, List<AddedEntry> added) {
    if (added.isEmpty()) {
      return;
    }
    splicer.addStripIndicator(map, end);
    var out = splicer.splices.text;
    int from = out.size();
    var layout = splicer.layout(map);
    var writer = new BlockWriter(out, layout);
    for (var entry : added) {
      out.add(layout.newline()).spaces(column);
      writer.writeEntry(entry.key(), entry.value(), column);
    }
    splicer.addLines(end, map, from, writer.endsInLiteral());
  }

  private void removeAll() {
    if (change.added.isEmpty()) {
      ValueSplices.replaceEmptied(splicer, change.position, Map.of());
      return;
    }
    var out = splicer.splices.text;
    int from = out.size();
    var layout = splicer.layout(map);
    var writer = new BlockWriter(out, layout);
    for (var entry : change.added) {
      if (out.size() > from) {
        out.add(layout.newline()).spaces(column);
      }
      writer.writeEntry(entry.key(), entry.value(), column);
    }
    splicer.splices.add(
        splicer.entryStart(source.firstChild(map)),
        NodeCopier.afterComment(splicer.bytes, source.end(map)),
        map,
        from);
  }

  private void remove() {
    int end = source.afterSubtree(map);
    int first = source.firstChild(map);
    int previous = -1;
    int lastKept = -1;
    boolean startsInsideLine = !splicer.isFirstOnLine(splicer.entryStart(first));
    for (int key = first; key < end; ) {
      int value = source.afterSubtree(key);
      boolean removed = change.removes(key);
      if (!removed) {
        if (lastKept < 0 && key != first && startsInsideLine) {
          removeFirst(first, previous, key);
        }
        lastKept = value;
      } else if (lastKept >= 0 || !startsInsideLine) {
        int start = splicer.entryStart(key);
        int from = previous < 0 ? 0 : splicer.lineEnd(source.end(previous));
        splicer.deleteLines(
            CommentFinder.headCommentStart(splicer.source, start, from), value, previous);
      }
      previous = value;
      key = source.afterSubtree(value);
    }
    addAfter(source.end(lastKept), change.added);
  }

  /**
   * Removes the first entries when they begin on the line of a dash. The next entry moves up to
   * that line, or stays below its comments.
   */
  private void removeFirst(int first, int lastRemoved, int next) {
    int start = splicer.entryStart(first);
    int nextStart = splicer.entryStart(next);
    int line = TextLines.afterBreak(splicer.bytes, splicer.lineEnd(source.end(lastRemoved)));
    if (line >= source.lineStart(nextStart)) {
      splicer.splices.delete(start, nextStart, first);
    } else {
      splicer.splices.delete(
          TextLines.skipBlanksBackward(splicer.bytes, start),
          splicer.lineEnd(source.end(lastRemoved)),
          first);
    }
  }
}
