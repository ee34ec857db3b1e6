package dev.kiln.yaml;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the comments of an entry or item: those above it, on its line, and below it. */
final class Comments {
  private final Source source;
  private final byte[] bytes;
  private final int key;
  private final int node;

  /**
   * A piece of the text: from the first {@code #} to the end of the last line; empty where there is
   * none.
   */
  record Piece(int start, int end) {
    boolean isEmpty() {
      return start == end;
    }
  }

  Comments(Source source, int key, int node) {
    this.source = source;
    this.bytes = source.bytes;
    this.key = key;
    this.node = node;
  }

  /** The text of a comment, without {@code #} and the blank behind it. */
  static Optional<String> read(Source source, int key, int node, Comment place) {
    var comments = new Comments(source, key, node);
    var piece = comments.piece(place);
    return piece.isEmpty() ? Optional.empty() : Optional.of(comments.text(piece));
  }

  Piece piece(Comment place) {
    return switch (place) {
      case HEAD -> isRoot() ? rootHead() : head();
      case LINE -> line();
      case FOOT -> foot();
    };
  }

  boolean isRoot() {
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
      int from = Lines.skipBlanks(bytes, line) + 1;
      int end = Lines.end(bytes, line);
      from = from < end && bytes[from] == ' ' ? from + 1 : from;
      int to = Math.max(from, Lines.backBlanks(bytes, end));
      text.append(text.isEmpty() && line == piece.start ? "" : "\n");
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      line = Lines.behindBreak(bytes, end);
    }
    return text.toString();
  }

  /** Where the entry or item begins: its key, or its dash. */
  int start() {
    if (key >= 0) {
      return source.propsStart(key);
    }
    int start = source.propsStart(node);
    int p = start;
    while (p > 0) {
      byte before = bytes[p - 1];
      if (before == '-' && (p == 1 || Lines.isBlank(bytes[p - 2]) || Lines.isBreak(bytes[p - 2]))) {
        return p - 1;
      }
      if (!Lines.isBlank(before) && !Lines.isBreak(before)) {
        break;
      }
      p--;
    }
    return start;
  }

  int column() {
    return Lines.column(bytes, start(), source.column);
  }

  boolean isFirst() {
    return Lines.isFirst(bytes, start(), source.column);
  }

  private Piece head() {
    int start = start();
    if (!isFirst()) {
      return new Piece(start, start);
    }
    int line = Lines.start(bytes, start);
    int top = above(source, start, 0);
    return top == line ? new Piece(line, line) : new Piece(top, Lines.beforeBreak(bytes, line));
  }

  /**
   * The first of the comment lines, from a place on, that stand right above the line of {@code
   * start} on its column, or that line.
   */
  static int above(Source source, int start, int from) {
    byte[] bytes = source.bytes;
    int column = Lines.column(bytes, start, source.column);
    int top = Lines.start(bytes, start);
    while (top > from) {
      int line = Lines.start(bytes, Lines.beforeBreak(bytes, top));
      int hash = Lines.comment(bytes, line);
      if (line < from
          || hash < 0
          || Lines.column(bytes, hash, source.column) != column
          || (line == 0 && source.column > 0)) {
        break;
      }
      top = line;
    }
    return top;
  }

  /** The comment at the top of a document, with a blank line behind it. */
  private Piece rootHead() {
    int top = Lines.hasMark(bytes) ? 3 : 0;
    int line = top;
    while (Lines.comment(bytes, line) >= 0) {
      line = Lines.behindBreak(bytes, Lines.end(bytes, line));
    }
    int behind = Lines.skipBlanks(bytes, line);
    boolean apart = line > top && (behind == bytes.length || Lines.isBreak(bytes[behind]));
    return apart && source.column == 0
        ? new Piece(top, Lines.beforeBreak(bytes, line))
        : new Piece(top, top);
  }

  /** Behind what a comment on the line would stand. */
  int behind() {
    int kind = source.kind(node);
    if (NodeText.isLiteral(source, node)) {
      int p = source.start(node) + 1;
      while (p < bytes.length
          && (bytes[p] == '+' || bytes[p] == '-' || (bytes[p] >= '0' && bytes[p] <= '9'))) {
        p++;
      }
      return p;
    }
    if (!Kind.isBlock(kind)) {
      int end = source.end(node);
      int comma = Lines.skipBlanks(bytes, end);
      return comma < bytes.length && bytes[comma] == ',' ? comma + 1 : end;
    }
    return behindOpening();
  }

  /**
   * Behind the colon or dash that a block stands under, with the anchor or tag on that line; -1 if
   * it is on the line.
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
    int line = Lines.end(bytes, p);
    if (source.start(node) < line || isRoot()) {
      return -1;
    }
    var props = source.table.props(node);
    return props != null && props.start >= 0 && props.start < line ? props.end : p;
  }

  private Piece line() {
    int behind = behind();
    int hash = behind < 0 ? -1 : Lines.comment(bytes, behind);
    if (hash < 0) {
      return new Piece(Math.max(0, behind), Math.max(0, behind));
    }
    return new Piece(hash, Lines.backBlanks(bytes, Lines.end(bytes, hash)));
  }

  /** The start of the line behind all of the entry. */
  int below() {
    return Lines.behindBreak(bytes, Lines.end(bytes, source.end(node)));
  }

  private Piece foot() {
    int column = isRoot() ? 0 : column();
    int line = below();
    int end = line;
    while (end < bytes.length) {
      int hash = Lines.comment(bytes, end);
      if (hash < 0 || Lines.column(bytes, hash, source.column) != column) {
        break;
      }
      end = Lines.behindBreak(bytes, Lines.end(bytes, end));
    }
    if (end == line || Lines.end(bytes, source.end(node)) == line || isAbove(end, column)) {
      return new Piece(line, line);
    }
    return new Piece(
        line,
        bytes.length == end && !Lines.isBreak(bytes[end - 1])
            ? end
            : Lines.beforeBreak(bytes, end));
  }

  /** Whether comments up to here are those above the next entry. */
  private boolean isAbove(int line, int column) {
    int text = Lines.skipBlanks(bytes, line);
    return text < bytes.length
        && !Lines.isBreak(bytes[text])
        && bytes[text] != '#'
        && Lines.column(bytes, text, source.column) == column;
  }
}
