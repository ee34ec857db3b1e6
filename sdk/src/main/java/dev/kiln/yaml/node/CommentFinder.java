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
  public static Optional<String> findText(YamlSource source, int key, int node, Comment place) {
    var comments = new CommentFinder(source, key, node);
    var range = comments.rangeOf(place);
    return range.isEmpty() ? Optional.empty() : Optional.of(comments.textIn(range));
  }

  public Piece rangeOf(Comment place) {
    return switch (place) {
      case HEAD -> isRoot() ? rootHeadRange() : headRange();
      case LINE -> lineRange();
      case FOOT -> footRange();
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

  private String textIn(Piece range) {
    var text = new StringBuilder();
    int line = range.start;
    while (line < range.end) {
      int from = TextLines.skipBlanks(bytes, line) + 1;
      int end = source.lineEnd(line);
      from = from < end && bytes[from] == ' ' ? from + 1 : from;
      int to = Math.max(from, TextLines.skipBlanksBackward(bytes, end));
      text.append(text.isEmpty() && line == range.start ? "" : "\n");
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      line = TextLines.afterBreak(bytes, end);
    }
    return text.toString();
  }

  /** The start of the entry or item: its key, or its dash. */
  public int entryStart() {
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
    return source.column(entryStart());
  }

  public boolean isFirstOnLine() {
    return TextLines.isFirstOnLine(bytes, entryStart(), source.firstColumn);
  }

  private Piece headRange() {
    int start = entryStart();
    if (!isFirstOnLine()) {
      return new Piece(start, start);
    }
    int line = source.lineStart(start);
    int top = headCommentStart(source, start, 0);
    return top == line ? new Piece(line, line) : new Piece(top, TextLines.beforeBreak(bytes, line));
  }

  /**
   * The start of the first of the comment lines that stand directly above the line of {@code start}
   * in the same column. Lines before {@code from} do not count. Without such comments, the start of
   * that line itself.
   */
  public static int headCommentStart(YamlSource source, int start, int from) {
    byte[] bytes = source.bytes;
    int column = source.column(start);
    int top = source.lineStart(start);
    while (top > from) {
      int line = source.lineStart(TextLines.beforeBreak(bytes, top));
      int hash = TextLines.commentStart(bytes, line);
      if (line < from
          || hash < 0
          || source.column(hash) != column
          || (line == 0 && source.firstColumn > 0)) {
        break;
      }
      top = line;
    }
    return top;
  }

  /** The comment at the top of a document, if a blank line follows it. */
  private Piece rootHeadRange() {
    int top = TextLines.hasByteOrderMark(bytes) ? 3 : 0;
    int line = top;
    while (TextLines.commentStart(bytes, line) >= 0) {
      line = TextLines.afterBreak(bytes, source.lineEnd(line));
    }
    int textStart = TextLines.skipBlanks(bytes, line);
    boolean isSeparate =
        line > top && (textStart == bytes.length || TextLines.isBreak(bytes[textStart]));
    return isSeparate && source.firstColumn == 0
        ? new Piece(top, TextLines.beforeBreak(bytes, line))
        : new Piece(top, top);
  }

  /**
   * The position after which a comment on the line would stand; -1 if no comment can stand there.
   */
  public int lineCommentPosition() {
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
    return afterOpening();
  }

  /**
   * The position after the colon or dash that opens a block, and after the block's anchor or tag if
   * it is on that line; -1 if the block begins on that line.
   */
  private int afterOpening() {
    int p = entryStart() + 1;
    if (key >= 0) {
      p = source.end(key);
      while (bytes[p] != ':') {
        p++;
      }
      p++;
    }
    int line = source.lineEnd(p);
    if (source.start(node) < line || isRoot()) {
      return -1;
    }
    var props = source.table.props(node);
    return props != null && props.start >= 0 && props.start < line ? props.end : p;
  }

  private Piece lineRange() {
    int position = lineCommentPosition();
    int hash = position < 0 ? -1 : TextLines.commentStart(bytes, position);
    if (hash < 0) {
      return new Piece(Math.max(0, position), Math.max(0, position));
    }
    return new Piece(hash, TextLines.skipBlanksBackward(bytes, source.lineEnd(hash)));
  }

  /** The start of the line after the whole entry. */
  public int nextLineStart() {
    return TextLines.afterBreak(bytes, source.lineEnd(source.end(node)));
  }

  private Piece footRange() {
    int column = isRoot() ? 0 : column();
    int line = nextLineStart();
    int end = line;
    while (end < bytes.length) {
      int hash = TextLines.commentStart(bytes, end);
      if (hash < 0 || source.column(hash) != column) {
        break;
      }
      end = TextLines.afterBreak(bytes, source.lineEnd(end));
    }
    if (end == line || source.lineEnd(source.end(node)) == line || isHeadOfNext(end, column)) {
      return new Piece(line, line);
    }
    return new Piece(
        line,
        bytes.length == end && !TextLines.isBreak(bytes[end - 1])
            ? end
            : TextLines.beforeBreak(bytes, end));
  }

  /** Whether comments that end at {@code line} are the head comments of the next entry. */
  private boolean isHeadOfNext(int line, int column) {
    int text = TextLines.skipBlanks(bytes, line);
    return text < bytes.length
        && !TextLines.isBreak(bytes[text])
        && bytes[text] != '#'
        && source.column(text) == column;
  }
}
