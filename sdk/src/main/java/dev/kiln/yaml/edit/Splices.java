package dev.kiln.yaml.edit;

import dev.kiln.yaml.table.SmallLists;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.ByteBuilder;
import java.util.List;

/** Replacements of pieces of a text. They are collected in any order and applied together. */
final class Splices {
  /** The new text of all pieces, one after the other. */
  final ByteBuilder text = new ByteBuilder(24);

  private List<Splice> splices = List.of();

  /**
   * A piece of the old text and its replacement.
   *
   * @param owner the node that the piece belongs to; if several pieces are at one position, those
   *     of inner nodes come first
   * @param from the start of the new text in {@link Splices#text}
   */
  record Splice(int start, int end, int owner, int from, int to) {
    int compare(Splice other) {
      int order = Integer.compare(start, other.start);
      order = order != 0 ? order : Boolean.compare(end > start, other.end > other.start);
      return order != 0 ? order : Integer.compare(other.owner, owner);
    }

    int growth() {
      return to - from - (end - start);
    }
  }

  /** Adds a piece. Its new text is everything written to {@link #text} since {@code from}. */
  void add(int start, int end, int owner, int from) {
    if (start < end || from < text.size()) {
      splices = SmallLists.append(splices, new Splice(start, end, owner, from, text.size()));
    }
  }

  void delete(int start, int end, int owner) {
    add(start, end, owner, text.size());
  }

  /** Moves new lines whose preceding line is removed: they go after the line before that one. */
  private void moveOrphanedLines(byte[] bytes) {
    sortedSplices();
    for (int i = splices.size() - 1; i > 0; i--) {
      for (int k = i - 1; k >= 0; k--) {
        var line = splices.get(k);
        var added = splices.get(i);
        boolean inside =
            added.start == added.end && line.start < added.start && added.start < line.end;
        if (inside
            && line.from == line.to
            && line.start == TextLines.lineStart(bytes, line.start)) {
          int before = TextLines.beforeBreak(bytes, line.start);
          splices.set(i, new Splice(before, before, added.owner, added.from, added.to));
        }
      }
    }
  }

  /** The pieces in the order of the text. */
  List<Splice> sortedSplices() {
    if (splices.size() > 1) {
      splices.sort(Splice::compare);
    }
    return splices;
  }

  /** The present pieces in the order of the text. */
  List<Splice> sortedCopy() {
    return splices.stream().sorted(Splice::compare).toList();
  }

  /** Whether one of the sorted pieces replaces the byte at a position. */
  static boolean contains(List<Splice> sorted, int at) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.get(middle).start <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && at < sorted.get(low - 1).end;
  }

  /** The text from {@code begin} to {@code end} with the pieces replaced. */
  byte[] apply(byte[] bytes, int begin, int end) {
    long size = (long) end - begin;
    if (!areDisjoint(begin, end)) {
      moveOrphanedLines(bytes);
      if (!areDisjoint(begin, end)) {
        throw new IllegalStateException("pieces of an edit overlap");
      }
    }
    for (int i = 0; i < splices.size(); i++) {
      size += splices.get(i).growth();
    }
    var result = new byte[Math.toIntExact(size)];
    int from = begin;
    int at = 0;
    for (int i = 0; i < splices.size(); i++) {
      var splice = splices.get(i);
      System.arraycopy(bytes, from, result, at, splice.start - from);
      at += splice.start - from;
      System.arraycopy(text.buffer(), splice.from, result, at, splice.to - splice.from);
      at += splice.to - splice.from;
      from = splice.end;
    }
    System.arraycopy(bytes, from, result, at, end - from);
    return result;
  }

  private boolean areDisjoint(int begin, int end) {
    int last = begin;
    sortedSplices();
    for (int i = 0; i < splices.size(); i++) {
      var splice = splices.get(i);
      if (splice.start < last || splice.end > end) {
        return false;
      }
      last = splice.end;
    }
    return true;
  }
}
