package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.CommentFinder;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.ScalarWriter;
import org.jspecify.annotations.Nullable;

/** Writes, changes and removes comments. */
final class CommentSplices {
  private final Splicer splicer;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final CommentChange change;
  private final CommentFinder comments;
  private final byte[] newline;

  private CommentSplices(Splicer splicer, CommentChange change) {
    this.splicer = splicer;
    this.bytes = splicer.bytes;
    this.out = splicer.splices.text;
    this.change = change;
    this.comments =
        new CommentFinder(splicer.source, change.position.key(), change.position.node());
    this.newline = splicer.source.lineBreakNear(comments.entryStart());
  }

  /** Refuses text that a comment cannot hold. */
  static void requireValidText(Comment place, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean lines = c == '\n' && place != Comment.LINE;
      boolean good =
          lines
              || c == '\t'
              || (c >= 0x20 && c <= 0x7E)
              || (c > 0x7E && ScalarWriter.isPrintable(text, i));
      if (!good) {
        throw new IllegalArgumentException(
            "a comment cannot hold U+%04X%s"
                .formatted((int) c, c == '\n' ? " (a line break)" : ""));
      }
    }
  }

  static void render(Splicer splicer, CommentChange change) {
    var splices = new CommentSplices(splicer, change);
    var text = change.text;
    var range = splices.comments.rangeOf(change.place);
    switch (change.place) {
      case LINE -> splices.editLineComment(range, text);
      case HEAD -> splices.editHeadComment(range, text);
      case FOOT -> splices.editFootComment(range, text);
    }
  }

  /** Whether the new source has the comment. */
  static boolean hasComment(Draft draft, CommentChange change, YamlSource edited) {
    int indexShift = edited.root() - draft.root;
    int key = change.position.key() < 0 ? -1 : change.position.key() + indexShift;
    var found =
        CommentFinder.findText(edited, key, change.position.node() + indexShift, change.place)
            .orElse(null);
    return change.text == null ? found == null : sameText(change.text, found);
  }

  private static boolean sameText(String wanted, @Nullable String found) {
    return found != null && found.equals(wanted.stripTrailing());
  }

  /** Whether a flow collection has a place for a comment of one of its entries. */
  static boolean hasPlaceFor(YamlSource source, NodePosition position, Comment place) {
    var comments = new CommentFinder(source, position.key(), position.node());
    return (place == Comment.LINE || comments.isFirstOnLine())
        && endsLine(source, comments.lineCommentPosition());
  }

  private static boolean endsLine(YamlSource source, int at) {
    if (at < 0) {
      return false;
    }
    int p = TextLines.skipBlanks(source.bytes, at);
    return p == source.bytes.length || TextLines.isBreak(source.bytes[p]) || source.bytes[p] == '#';
  }

  private void editLineComment(CommentFinder.Piece range, @Nullable String text) {
    int from = out.size();
    int node = change.position.node();
    if (text == null) {
      splicer.splices.delete(TextLines.skipBlanksBackward(bytes, range.start()), range.end(), node);
      return;
    }
    int behind = comments.lineCommentPosition();
    if (!endsLine(splicer.source, behind)) {
      throw noPlaceError();
    }
    out.add(range.isEmpty() ? " #" : "#").add(text.isEmpty() ? "" : " ").add(text);
    splicer.splices.add(
        range.isEmpty() ? behind : range.start(),
        range.isEmpty() ? behind : range.end(),
        node,
        from);
  }

  private BadYaml noPlaceError() {
    return splicer.source.error(
        splicer.source.propsStart(change.position.node()), "there is no place for a comment here");
  }

  private void editHeadComment(CommentFinder.Piece range, @Nullable String text) {
    int from = out.size();
    int node = change.position.node();
    if (text == null) {
      splicer.splices.delete(range.start(), afterBlankLine(range), node);
      return;
    }
    if (replaceExisting(range, text)) {
      return;
    }
    int column = column();
    int start = comments.entryStart();
    if (comments.isRoot()) {
      writeLines(text, 0, false);
      out.add(newline).add(newline);
      splicer.splices.add(range.start(), range.start(), node, from);
    } else if (comments.isFirstOnLine()) {
      writeLines(text, column, false);
      out.add(newline);
      int line = splicer.source.lineStart(start);
      splicer.splices.add(line, line, node, from);
    } else {
      throw noPlaceError();
    }
  }

  /** Replaces the text of an existing comment. */
  private boolean replaceExisting(CommentFinder.Piece range, String text) {
    if (range.isEmpty()) {
      return false;
    }
    int from = out.size();
    writeLines(text, column(), false);
    splicer.splices.add(range.start(), range.end(), change.position.node(), from);
    return true;
  }

  private int column() {
    return comments.isRoot() ? 0 : comments.column();
  }

  /**
   * The position after the last line break of a comment, and after the blank line that separates
   * the comment of the root from the text below it.
   */
  private int afterBlankLine(CommentFinder.Piece range) {
    int line = TextLines.afterBreak(bytes, range.end());
    return comments.isRoot() ? TextLines.afterBreak(bytes, splicer.source.lineEnd(line)) : line;
  }

  private void editFootComment(CommentFinder.Piece range, @Nullable String text) {
    int from = out.size();
    int node = change.position.node();
    if (text == null) {
      removeFoot(range);
      return;
    }
    if (replaceExisting(range, text)) {
      return;
    }
    int column = column();
    writeLines(text, column, true);
    int below = comments.nextLineStart();
    int next = TextLines.skipBlanks(bytes, below);
    boolean needsBlankLine =
        next < bytes.length && !TextLines.isBreak(bytes[next]) && splicer.column(next) == column;
    if (needsBlankLine) {
      out.add(newline);
    }
    int end = splicer.lineEnd(splicer.source.end(node));
    splicer.splices.add(end, end, node, from);
  }

  /**
   * Removes a comment below a node. A block scalar that keeps all its line breaks must not take
   * over the breaks after the comment.
   */
  private void removeFoot(CommentFinder.Piece range) {
    int last = splicer.source.lastScalar(change.position.node());
    if (!splicer.source.isBlockScalar(last) || !splicer.keepsBreaks(last)) {
      splicer.splices.delete(
          TextLines.beforeBreak(bytes, range.start()), range.end(), change.position.node());
      return;
    }
    int end = splicer.afterBlankLines(TextLines.afterBreak(bytes, range.end()));
    splicer.splices.delete(range.start(), end, change.position.node());
  }

  private void writeLines(String text, int column, boolean below) {
    int first = out.size();
    for (var line : text.split("\n", -1)) {
      if (below || out.size() > first) {
        out.add(newline);
      }
      out.spaces(column).add('#').add(line.isEmpty() ? "" : " ").add(line);
    }
  }
}
