package dev.kiln.yaml;

import dev.kiln.yaml.Change.Commenting;
import dev.kiln.yaml.Change.Spot;
import org.jspecify.annotations.Nullable;

/** Writes, changes and removes comments. */
final class CommentSplices {
  private final Splicer in;
  private final byte[] bytes;
  private final Out out;
  private final Commenting change;
  private final Comments comments;
  private final byte[] newline;

  private CommentSplices(Splicer in, Commenting change) {
    this.in = in;
    this.bytes = in.bytes;
    this.out = in.splices.text;
    this.change = change;
    this.comments = new Comments(in.source, change.spot.key(), change.spot.node());
    this.newline = Lines.breakAt(bytes, comments.start());
  }

  /** Refuses what no comment can hold. */
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

  static void render(Splicer in, Commenting change) {
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
  static boolean took(Draft draft, Commenting change, Source now) {
    int ahead = now.root() - draft.root;
    int key = change.spot.key() < 0 ? -1 : change.spot.key() + ahead;
    var found = Comments.read(now, key, change.spot.node() + ahead, change.place).orElse(null);
    return change.text == null ? found == null : sameText(change.text, found);
  }

  private static boolean sameText(String wanted, @Nullable String found) {
    return found != null && found.equals(wanted.stripTrailing());
  }

  /** Whether a flow collection leaves place for a comment of one of its entries. */
  static boolean hasRoom(Source source, Spot spot, Comment place) {
    var comments = new Comments(source, spot.key(), spot.node());
    return (place == Comment.LINE || comments.isFirst()) && lineEnds(source, comments.behind());
  }

  private static boolean lineEnds(Source source, int at) {
    if (at < 0) {
      return false;
    }
    int p = Lines.skipBlanks(source.bytes, at);
    return p == source.bytes.length || Lines.isBreak(source.bytes[p]) || source.bytes[p] == '#';
  }

  private void line(Comments.Piece piece, @Nullable String text) {
    int from = out.size();
    int node = change.spot.node();
    if (text == null) {
      in.splices.delete(Lines.backBlanks(bytes, piece.start()), piece.end(), node);
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

  private void head(Comments.Piece piece, @Nullable String text) {
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
      int line = Lines.start(bytes, start);
      in.splices.add(line, line, node, from);
    } else {
      throw noRoom();
    }
  }

  /** Where there is a comment already, its text makes way. */
  private boolean replaces(Comments.Piece piece, String text) {
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

  /** Behind a comment's last break, and the blank line that parts the root's from what follows. */
  private int behindBlankLine(Comments.Piece piece) {
    int line = Lines.behindBreak(bytes, piece.end());
    return comments.isRoot() ? Lines.behindBreak(bytes, Lines.end(bytes, line)) : line;
  }

  private void foot(Comments.Piece piece, @Nullable String text) {
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
    int next = Lines.skipBlanks(bytes, below);
    boolean apart = next < bytes.length && !Lines.isBreak(bytes[next]) && in.column(next) == column;
    if (apart) {
      out.add(newline);
    }
    int end = in.lineEnd(in.source.end(node));
    in.splices.add(end, end, node, from);
  }

  /** A block scalar that keeps all line breaks must not get those behind the comment. */
  private void removeFoot(Comments.Piece piece) {
    int last = NodeText.last(in.source, change.spot.node());
    if (!NodeText.isLiteral(in.source, last) || !in.keepsBreaks(last)) {
      in.splices.delete(Lines.beforeBreak(bytes, piece.start()), piece.end(), change.spot.node());
      return;
    }
    int end = in.behindBlankLines(Lines.behindBreak(bytes, piece.end()));
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
