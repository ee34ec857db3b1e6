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
  private final Splicer in;
  private final byte[] bytes;
  private final ByteBuilder out;
  private final CommentChange change;
  private final CommentFinder comments;
  private final byte[] newline;

  private CommentSplices(Splicer in, CommentChange change) {
    this.in = in;
    this.bytes = in.bytes;
    this.out = in.splices.text;
    this.change = change;
    this.comments = new CommentFinder(in.source, change.spot.key(), change.spot.node());
    this.newline = TextLines.breakAt(bytes, comments.start());
  }

  /** Refuses text that a comment cannot hold. */
  static void require(Comment place, String text) {
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

  static void render(Splicer in, CommentChange change) {
    var splices = new CommentSplices(in, change);
    var text = change.text;
    var piece = splices.comments.piece(change.place);
    switch (change.place) {
      case LINE -> splices.line(piece, text);
      case HEAD -> splices.head(piece, text);
      case FOOT -> splices.foot(piece, text);
    }
  }

  /** Whether the new source has the comment. */
  static boolean took(Draft draft, CommentChange change, YamlSource now) {
    int ahead = now.root() - draft.root;
    int key = change.spot.key() < 0 ? -1 : change.spot.key() + ahead;
    var found = CommentFinder.read(now, key, change.spot.node() + ahead, change.place).orElse(null);
    return change.text == null ? found == null : sameText(change.text, found);
  }

  private static boolean sameText(String wanted, @Nullable String found) {
    return found != null && found.equals(wanted.stripTrailing());
  }

  /** Whether a flow collection has a place for a comment of one of its entries. */
  static boolean hasRoom(YamlSource source, NodePosition spot, Comment place) {
    var comments = new CommentFinder(source, spot.key(), spot.node());
    return (place == Comment.LINE || comments.isFirst()) && lineEnds(source, comments.behind());
  }

  private static boolean lineEnds(YamlSource source, int at) {
    if (at < 0) {
      return false;
    }
    int p = TextLines.skipBlanks(source.bytes, at);
    return p == source.bytes.length || TextLines.isBreak(source.bytes[p]) || source.bytes[p] == '#';
  }

  private void line(CommentFinder.Piece piece, @Nullable String text) {
    int from = out.size();
    int node = change.spot.node();
    if (text == null) {
      in.splices.delete(TextLines.backBlanks(bytes, piece.start()), piece.end(), node);
      return;
    }
    int behind = comments.behind();
    if (!lineEnds(in.source, behind)) {
      throw noRoom();
    }
    out.add(piece.isEmpty() ? " #" : "#").add(text.isEmpty() ? "" : " ").add(text);
    in.splices.add(
        piece.isEmpty() ? behind : piece.start(),
        piece.isEmpty() ? behind : piece.end(),
        node,
        from);
  }

  private BadYaml noRoom() {
    return in.source.error(
        in.source.propsStart(change.spot.node()), "there is no place for a comment here");
  }

  private void head(CommentFinder.Piece piece, @Nullable String text) {
    int from = out.size();
    int node = change.spot.node();
    if (text == null) {
      in.splices.delete(piece.start(), behindBlankLine(piece), node);
      return;
    }
    if (replaces(piece, text)) {
      return;
    }
    int column = column();
    int start = comments.start();
    if (comments.isRoot()) {
      lines(text, 0, false);
      out.add(newline).add(newline);
      in.splices.add(piece.start(), piece.start(), node, from);
    } else if (comments.isFirst()) {
      lines(text, column, false);
      out.add(newline);
      int line = TextLines.start(bytes, start);
      in.splices.add(line, line, node, from);
    } else {
      throw noRoom();
    }
  }

  /** Replaces the text of an existing comment. */
  private boolean replaces(CommentFinder.Piece piece, String text) {
    if (piece.isEmpty()) {
      return false;
    }
    int from = out.size();
    lines(text, column(), false);
    in.splices.add(piece.start(), piece.end(), change.spot.node(), from);
    return true;
  }

  private int column() {
    return comments.isRoot() ? 0 : comments.column();
  }

  /**
   * The position after the last line break of a comment, and after the blank line that separates
   * the comment of the root from the text below it.
   */
  private int behindBlankLine(CommentFinder.Piece piece) {
    int line = TextLines.behindBreak(bytes, piece.end());
    return comments.isRoot() ? TextLines.behindBreak(bytes, TextLines.end(bytes, line)) : line;
  }

  private void foot(CommentFinder.Piece piece, @Nullable String text) {
    int from = out.size();
    int node = change.spot.node();
    if (text == null) {
      removeFoot(piece);
      return;
    }
    if (replaces(piece, text)) {
      return;
    }
    int column = column();
    lines(text, column, true);
    int below = comments.below();
    int next = TextLines.skipBlanks(bytes, below);
    boolean apart =
        next < bytes.length && !TextLines.isBreak(bytes[next]) && in.column(next) == column;
    if (apart) {
      out.add(newline);
    }
    int end = in.lineEnd(in.source.end(node));
    in.splices.add(end, end, node, from);
  }

  /**
   * Removes a comment below a node. A block scalar that keeps all its line breaks must not take
   * over the breaks after the comment.
   */
  private void removeFoot(CommentFinder.Piece piece) {
    int last = in.source.lastScalar(change.spot.node());
    if (!in.source.isBlockScalar(last) || !in.keepsBreaks(last)) {
      in.splices.delete(
          TextLines.beforeBreak(bytes, piece.start()), piece.end(), change.spot.node());
      return;
    }
    int end = in.behindBlankLines(TextLines.behindBreak(bytes, piece.end()));
    in.splices.delete(piece.start(), end, change.spot.node());
  }

  private void lines(String text, int column, boolean below) {
    int first = out.size();
    for (var line : text.split("\n", -1)) {
      if (below || out.size() > first) {
        out.add(newline);
      }
      out.spaces(column).add('#').add(line.isEmpty() ? "" : " ").add(line);
    }
  }
}
