package dev.kiln.yaml.node;

import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the comments of an entry or item: those above it, on its line, and below it. */
public final class CommentFinder {
  private final YamlSource source;
  private final byte[] bytes;
  private final int key;
  private final int node;

  /**
   * A range of the text, from the first {@code #} to the end of the last line; empty if there is no
   * comment.
   */
  public record Piece(int start, int end) {
    public boolean isEmpty() {
      return start == end;
    }
  }

  public CommentFinder(YamlSource source, int key, int node) {
    this.source = source;
    this.bytes = source.bytes;
    this.key = key;
    this.node = node;
  }

  /** The text of a comment, without {@code #} and the blank after it. */
  public static Optional<String> read(YamlSource source, int key, int node, Comment place) {
    var comments = new CommentFinder(source, key, node);
    var piece = comments.piece(place);
    return piece.isEmpty() ? Optional.empty() : Optional.of(comments.text(piece));
  }

  public Piece piece(Comment place) {
    return switch (place) {
      case HEAD -> isRoot() ? rootHead() : head();
      case LINE -> line();
      case FOOT -> foot();
    };
  }

  public boolean isRoot() {
    if (key < 0) {
      for (var document : source.documents()) {
        if (document.root() == node) {
          return true;
        }
      }
    }
    return false;
  }

  private String text(Piece piece) {
    var text = new StringBuilder();
    int line = piece.start;
    while (line < piece.end) {
      int from = TextLines.skipBlanks(bytes, line) + 1;
      int end = TextLines.end(bytes, line);
      from = from < end && bytes[from] == ' ' ? from + 1 : from;
      int to = Math.max(from, TextLines.backBlanks(bytes, end));
      text.append(text.isEmpty() && line == piece.start ? "" : "\n");
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      line = TextLines.behindBreak(bytes, end);
    }
    return text.toString();
  }

  /** The start of the entry or item: its key, or its dash. */
  public int start() {
    if (key >= 0) {
      return source.propsStart(key);
    }
    int start = source.propsStart(node);
    int p = start;
    while (p > 0) {
      byte before = bytes[p - 1];
      if (before == '-'
          && (p == 1 || TextLines.isBlank(bytes[p - 2]) || TextLines.isBreak(bytes[p - 2]))) {
        return p - 1;
      }
      if (!TextLines.isBlank(before) && !TextLines.isBreak(before)) {
        break;
      }
      p--;
    }
    return start;
  }

  public int column() {
    return TextLines.column(bytes, start(), source.column);
  }

  public boolean isFirst() {
    return TextLines.isFirst(bytes, start(), source.column);
  }

  private Piece head() {
    int start = start();
    if (!isFirst()) {
      return new Piece(start, start);
    }
    int line = TextLines.start(bytes, start);
    int top = above(source, start, 0);
    return top == line ? new Piece(line, line) : new Piece(top, TextLines.beforeBreak(bytes, line));
  }

  /**
   * The start of the first of the comment lines that stand directly above the line of {@code start}
   * in the same column. Lines before {@code from} do not count. Without such comments, the start of
   * that line itself.
   */
  public static int above(YamlSource source, int start, int from) {
    byte[] bytes = source.bytes;
    int column = TextLines.column(bytes, start, source.column);
    int top = TextLines.start(bytes, start);
    while (top > from) {
      int line = TextLines.start(bytes, TextLines.beforeBreak(bytes, top));
      int hash = TextLines.comment(bytes, line);
      if (line < from
          || hash < 0
          || TextLines.column(bytes, hash, source.column) != column
          || (line == 0 && source.column > 0)) {
        break;
      }
      top = line;
    }
    return top;
  }

  /** The comment at the top of a document, if a blank line follows it. */
  private Piece rootHead() {
    int top = TextLines.hasMark(bytes) ? 3 : 0;
    int line = top;
    while (TextLines.comment(bytes, line) >= 0) {
      line = TextLines.behindBreak(bytes, TextLines.end(bytes, line));
    }
    int behind = TextLines.skipBlanks(bytes, line);
    boolean apart = line > top && (behind == bytes.length || TextLines.isBreak(bytes[behind]));
    return apart && source.column == 0
        ? new Piece(top, TextLines.beforeBreak(bytes, line))
        : new Piece(top, top);
  }

  /**
   * The position after which a comment on the line would stand; -1 if no comment can stand there.
   */
  public int behind() {
    int kind = source.kind(node);
    if (source.isBlockScalar(node)) {
      int p = source.start(node) + 1;
      while (p < bytes.length
          && (bytes[p] == '+' || bytes[p] == '-' || (bytes[p] >= '0' && bytes[p] <= '9'))) {
        p++;
      }
      return p;
    }
    if (!NodeKind.isBlock(kind)) {
      int end = source.end(node);
      int comma = TextLines.skipBlanks(bytes, end);
      return comma < bytes.length && bytes[comma] == ',' ? comma + 1 : end;
    }
    return behindOpening();
  }

  /**
   * The position after the colon or dash that opens a block, and after the block's anchor or tag if
   * it is on that line; -1 if the block begins on that line.
   */
  private int behindOpening() {
    int p = start() + 1;
    if (key >= 0) {
      p = source.end(key);
      while (bytes[p] != ':') {
        p++;
      }
      p++;
    }
    int line = TextLines.end(bytes, p);
    if (source.start(node) < line || isRoot()) {
      return -1;
    }
    var props = source.table.props(node);
    return props != null && props.start >= 0 && props.start < line ? props.end : p;
  }

  private Piece line() {
    int behind = behind();
    int hash = behind < 0 ? -1 : TextLines.comment(bytes, behind);
    if (hash < 0) {
      return new Piece(Math.max(0, behind), Math.max(0, behind));
    }
    return new Piece(hash, TextLines.backBlanks(bytes, TextLines.end(bytes, hash)));
  }

  /** The start of the line after the whole entry. */
  public int below() {
    return TextLines.behindBreak(bytes, TextLines.end(bytes, source.end(node)));
  }

  private Piece foot() {
    int column = isRoot() ? 0 : column();
    int line = below();
    int end = line;
    while (end < bytes.length) {
      int hash = TextLines.comment(bytes, end);
      if (hash < 0 || TextLines.column(bytes, hash, source.column) != column) {
        break;
      }
      end = TextLines.behindBreak(bytes, TextLines.end(bytes, end));
    }
    if (end == line || TextLines.end(bytes, source.end(node)) == line || isAbove(end, column)) {
      return new Piece(line, line);
    }
    return new Piece(
        line,
        bytes.length == end && !TextLines.isBreak(bytes[end - 1])
            ? end
            : TextLines.beforeBreak(bytes, end));
  }

  /** Whether comments that end at {@code line} are the head comments of the next entry. */
  private boolean isAbove(int line, int column) {
    int text = TextLines.skipBlanks(bytes, line);
    return text < bytes.length
        && !TextLines.isBreak(bytes[text])
        && bytes[text] != '#'
        && TextLines.column(bytes, text, source.column) == column;
  }
}
