package dev.kiln.yaml.read;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.table.ByteSearch;
import dev.kiln.yaml.table.ScalarDecoder;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.table.TextPosition;
import java.util.Arrays;

/** Scans the bytes of a text: blanks, comments, line breaks, and scalars up to their ends. */
final class Scanner {
  static final byte BLANK = 1;
  static final byte BREAK = 2;
  static final byte FLOW_INDICATOR = 4;

  /** Continues a plain scalar, whatever follows. */
  static final byte PLAIN_PART = 8;

  /** Begins a plain scalar, whatever follows. */
  static final byte PLAIN_START = 16;

  /** At the start of a line: the line is blank, a comment, or begins with a tab. */
  static final byte BLANK_OR_COMMENT = 32;

  private static final byte[] CLASS_OF_BYTE = classes();

  byte[] bytes = {};
  int size;

  /** The position of the next byte. */
  int at;

  /**
   * The first byte of the current line. It is before the text if a fragment begins inside a line.
   */
  int lineStart;

  /**
   * Whether {@code at} is the first content of its line. The next two fields then describe the
   * start of that line.
   */
  boolean atFirstContent;

  /** The number of spaces at the start of the line. */
  int spaces;

  /** Whether the blanks that were just skipped have a tab. */
  boolean hasTab;

  /** Whether the text that was just skipped has a comment. */
  boolean hasComment;

  /** The position after the last byte of the scalar just read. */
  int end;

  /** Whether the value of the scalar just read differs from its text. */
  boolean needsDecoding;

  /** Begins at a byte of a text, which stands in this column. */
  void begin(byte[] text, int from, int column) {
    bytes = text;
    size = text.length;
    at = from;
    lineStart = from - column;
    atFirstContent = false;
    hasTab = false;
    hasComment = false;
  }

  /**
   * The classes of bytes. Only the few unusual bytes are set one by one, because a short run has no
   * time to set all.
   */
  private static byte[] classes() {
    var classes = new byte[256];
    Arrays.fill(classes, (byte) (PLAIN_PART | PLAIN_START));
    setClass(" \t", BLANK | BLANK_OR_COMMENT, classes);
    setClass("\n\r", BLANK | BREAK | BLANK_OR_COMMENT, classes);
    setClass("#", BLANK_OR_COMMENT, classes);
    setClass(":", 0, classes);
    setClass(",[]{}", FLOW_INDICATOR, classes);
    setClass("-?&*!|>'\"%@`", PLAIN_PART, classes);
    return classes;
  }

  private static void setClass(String characters, int byteClass, byte[] classes) {
    for (int i = 0; i < characters.length(); i++) {
      classes[characters.charAt(i)] = (byte) byteClass;
    }
  }

  static boolean isOfClass(int byteClass, byte c) {
    return (CLASS_OF_BYTE[c & 0xFF] & byteClass) != 0;
  }

  /**
   * Whether a blank, a line break or the end of the text is at a position. One of them must follow
   * an indicator.
   */
  boolean isBlankOrEnd(int p) {
    return p >= size || isOfClass(BLANK, bytes[p]);
  }

  boolean isBlankOrFlowIndicator(int p) {
    return p >= size || isOfClass(BLANK | FLOW_INDICATOR, bytes[p]);
  }

  boolean isAtEnd() {
    return at >= size;
  }

  BadYaml error(int place, String reason) {
    return BadYaml.at(bytes, place, reason);
  }

  /** Skips the byte order mark that a document may begin with, and the blanks after it. */
  void skipByteOrderMark() {
    if (at == lineStart && TextLines.isByteOrderMark(bytes, at)) {
      at += 3;
      lineStart = at;
      skipToContent();
    }
  }

  /** The error for a tab among the blanks directly before. */
  BadYaml tabError() {
    int p = at;
    int place = at;
    while (p > 0 && (bytes[p - 1] == ' ' || bytes[p - 1] == '\t')) {
      p--;
      place = bytes[p] == '\t' ? p : place;
    }
    return error(place, "a tab may not indent");
  }

  /** Whether {@code ---} or {@code ...} is at the current position. */
  boolean isAtMarker() {
    if (at != lineStart || at + 3 > size) {
      return false;
    }
    byte c = bytes[at];
    return (c == '-' || c == '.')
        && bytes[at + 1] == c
        && bytes[at + 2] == c
        && isBlankOrEnd(at + 3);
  }

  /**
   * Skips blanks, comments and line breaks up to the next content; true if the content is on
   * another line.
   */
  boolean skipToContent() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    boolean crossed = false;
    hasTab = false;
    hasComment = false;
    while (p < n) {
      byte c = b[p];
      if (c == ' ') {
        p++;
      } else if (c == '\t') {
        hasTab = true;
        p++;
      } else if (c == '\n' || c == '\r') {
        p = afterBreak(p);
        lineStart = p;
        crossed = true;
        hasTab = false;
      } else if (c == '#') {
        if (p > 0 && !isOfClass(BLANK, b[p - 1]) && p > lineStart) {
          throw error(p, "a comment needs a blank before its #");
        }
        hasComment = true;
        p = TextLines.lineEnd(bytes, p);
      } else {
        break;
      }
    }
    at = p;
    if (crossed) {
      atFirstContent = true;
      countSpaces();
    }
    return crossed;
  }

  /** Skips from the end of a value to the next content, which must be on another line. */
  void skipToNextLine() {
    if (skipSimpleBreak()) {
      return;
    }
    int from = at;
    if (!skipToContent() && at < size) {
      throw error(
          at,
          "unexpected text after the value that ends at column "
              + TextPosition.of(bytes, from).column());
    }
    atFirstContent = true;
  }

  /** Handles the common case of {@link #skipToContent}: a line break, spaces, content. */
  boolean skipSimpleBreak() {
    byte[] b = bytes;
    if (at >= b.length || b[at] != '\n') {
      return false;
    }
    int start = at + 1;
    int p = ByteSearch.skipSpaces(b, start);
    if (p >= b.length || isOfClass(BLANK_OR_COMMENT, b[p])) {
      return false;
    }
    at = p;
    lineStart = start;
    spaces = p - start;
    atFirstContent = true;
    hasTab = false;
    hasComment = false;
    return true;
  }

  /** Counts the spaces at the start of the line of {@code at}. A tab ends them. */
  private void countSpaces() {
    if (hasTab) {
      int p = lineStart;
      while (bytes[p] == ' ') {
        p++;
      }
      spaces = p - lineStart;
    } else {
      spaces = at - lineStart;
    }
  }

  /** The position after the line break at {@code p}. */
  int afterBreak(int p) {
    return bytes[p] == '\r' && p + 1 < size && bytes[p + 1] == '\n' ? p + 2 : p + 1;
  }

  /** Skips the blanks on this line from {@code from} on, and returns the position after them. */
  int afterBlanks(int from) {
    int p = from;
    while (p < size && (bytes[p] == ' ' || bytes[p] == '\t')) {
      p++;
    }
    return p;
  }

  /**
   * Reads the part of a plain scalar on this line, in block context. It stops at a line break, a
   * comment or the colon of a key. {@code end} is then the position after the last character.
   */
  void readPlainInBlock() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    int last = p;
    while (p < n) {
      byte c = b[p];
      if (isOfClass(PLAIN_PART | FLOW_INDICATOR, c)) {
        last = ++p;
      } else if (c == ' ' || c == '\t') {
        p++;
      } else if ((c == ':' && !isBlankOrEnd(p + 1)) || (c == '#' && last == p)) {
        last = ++p;
      } else {
        break;
      }
    }
    at = p;
    end = last;
  }

  /** Reads the lines that continue a plain scalar of a node deeper than {@code indent}. */
  void readPlainContinuation(int indent) {
    needsDecoding = false;
    while (at < size && isOfClass(BREAK, bytes[at])) {
      int before = end;
      skipToNextLine();
      if (spaces <= indent || hasComment || isAtEnd() || isAtMarker()) {
        return;
      }
      needsDecoding = true;
      atFirstContent = false;
      readPlainInBlock();
      if (at < size && bytes[at] == ':') {
        throw error(at, "a key must stand on one line; this text began on an earlier one");
      }
      assert end > before;
    }
  }

  /** Reads a plain scalar in flow context, over all of its lines. */
  void readPlainInFlow() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    int last = p;
    needsDecoding = false;
    boolean newLine = false;
    while (p < n) {
      byte c = b[p];
      boolean part =
          isOfClass(PLAIN_PART, c)
              || (c == ':' && !isBlankOrFlowIndicator(p + 1))
              || (c == '#' && last == p && !newLine);
      if (part) {
        needsDecoding |= newLine;
        newLine = false;
        last = ++p;
      } else if (c == ' ' || c == '\t') {
        p++;
      } else if (isOfClass(BREAK, c)) {
        newLine = true;
        at = p;
        p = nextFlowLine();
      } else {
        break;
      }
    }
    at = newLine ? last : p;
    if (newLine) {
      lineStart = lineStartOf(last);
    }
    end = last;
  }

  private int nextFlowLine() {
    at = afterBreak(at);
    lineStart = at;
    if (isAtMarker()) {
      throw error(at, "a document marker inside a flow collection");
    }
    return at;
  }

  private int lineStartOf(int place) {
    int p = place;
    while (p > 0 && !isOfClass(BREAK, bytes[p - 1])) {
      p--;
    }
    return p == 0 ? Math.min(0, lineStart) : p;
  }

  /** Reads a quoted scalar. {@code at} is the position of its opening quote. */
  void readQuoted() {
    byte[] b = bytes;
    int n = size;
    int open = at;
    byte quote = b[open];
    int p = open + 1;
    needsDecoding = false;
    while (p < n) {
      byte c = b[p];
      if (c == quote) {
        if (quote == '\'' && p + 1 < n && b[p + 1] == '\'') {
          needsDecoding = true;
          p += 2;
          continue;
        }
        end = p + 1;
        at = end;
        return;
      }
      if (c == '\\' && quote == '"') {
        needsDecoding = true;
        p = skipEscape(p);
      } else if (c == '\n' || c == '\r') {
        needsDecoding = true;
        p = readBreakInQuotes(p);
      } else {
        p++;
      }
    }
    throw error(open, "a quoted string that does not end (opened here)");
  }

  private int readBreakInQuotes(int p) {
    at = afterBreak(p);
    lineStart = at;
    if (isAtMarker()) {
      throw error(at, "a document marker inside a quoted string");
    }
    return at;
  }

  private int skipEscape(int p) {
    if (p + 1 >= size) {
      return p + 1;
    }
    int c = bytes[p + 1];
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits == 0) {
      if ("0abt\tnvfre \"'/\\N_LP\n\r".indexOf(c) < 0 || c < 0) {
        throw error(p, "an unknown escape \\" + characterAt(p + 1));
      }
      return isOfClass(BREAK, bytes[p + 1]) ? p + 1 : p + 2;
    }
    for (int i = p + 2; i < p + 2 + digits; i++) {
      if (i >= size || Character.digit(bytes[i], 16) < 0) {
        throw error(p, "an escape \\" + (char) c + " needs " + digits + " hexadecimal digits");
      }
    }
    if (ScalarDecoder.parseHex(bytes, p + 2, digits) > 0x10FFFF) {
      throw error(p, "an escape beyond U+10FFFF");
    }
    return p + 2 + digits;
  }

  /** The character at a position, for messages. */
  String characterAt(int p) {
    int to = p + 1;
    while (to < size && (bytes[to] & 0xC0) == 0x80) {
      to++;
    }
    return new String(bytes, p, to - p, java.nio.charset.StandardCharsets.UTF_8);
  }

  /**
   * Reads a block scalar of a node deeper than {@code indent}. {@code at} is the position of its
   * {@code |} or {@code >}. Afterwards the scanner is on the next line with content.
   *
   * @return the indentation that its header gives, or -1
   */
  int readBlockScalar(int indent) {
    int p = at + 1;
    int headerIndent = -1;
    byte chomp = 0;
    for (int i = 0; i < 2 && p < size; i++) {
      byte c = bytes[p];
      if ((c == '+' || c == '-') && chomp == 0) {
        chomp = c;
        p++;
      } else if (c >= '1' && c <= '9' && headerIndent < 0) {
        headerIndent = Math.max(indent, 0) + c - '0';
        p++;
      }
    }
    end = p;
    if (!isBlankOrEnd(p)) {
      throw error(p, "after | or > come at most a digit from 1 to 9, + or -, and a comment");
    }
    int q = afterBlanks(p);
    if (q < size && bytes[q] == '#' && q > p) {
      q = TextLines.lineEnd(bytes, q);
    }
    if (q < size && !isOfClass(BREAK, bytes[q])) {
      throw error(q, "the text of a block scalar begins on the next line");
    }
    readBlockLines(q, indent, headerIndent, chomp == '+');
    return headerIndent;
  }

  /** Reads the lines of a block scalar, from the line break that ends its header. */
  private void readBlockLines(int header, int indent, int headerIndent, boolean keep) {
    int n = size;
    int p = header;
    int textIndent = headerIndent;
    int widestBlank = 0;
    int widestAt = p;
    int lastBreak = -1;
    while (p < n) {
      lastBreak = p;
      int start = afterBreak(p);
      int q = start;
      int stop = textIndent < 0 ? n : Math.min(n, start + textIndent);
      q = Math.min(stop, ByteSearch.skipSpaces(bytes, q));
      boolean empty = q >= n || isOfClass(BREAK, bytes[q]);
      if (empty) {
        if (textIndent < 0 && q - start > widestBlank) {
          widestBlank = q - start;
          widestAt = q;
        }
        if (keep) {
          end = Math.max(end, q >= n ? (start < n ? q : lastBreak) : q);
        }
        p = q;
        continue;
      }
      lineStart = start;
      at = q;
      if (textIndent < 0) {
        if (q - start <= indent || isAtMarker()) {
          if (bytes[q] == '\t' && isBlankOrEnd(afterBlanks(q))) {
            throw error(q, "a tab may not indent");
          }
          break;
        }
        textIndent = q - start;
        if (widestBlank > textIndent) {
          throw error(
              widestAt,
              "a blank line before a block scalar's text is indented deeper than the text");
        }
      } else if (q - start < textIndent || (textIndent == 0 && isAtMarker())) {
        break;
      }
      p = TextLines.lineEnd(bytes, q);
      end = p;
    }
    at = p >= n ? n : lastBreak;
    needsDecoding = true;
    if (p >= n) {
      atFirstContent = true;
      spaces = 0;
      hasTab = false;
      at = n;
    } else {
      skipToContent();
    }
  }

  /** Reads the name of an anchor or alias after its indicator. */
  String readName() {
    int start = at + 1;
    int p = start;
    while (p < size && !isOfClass(BLANK | FLOW_INDICATOR, bytes[p])) {
      p++;
    }
    if (p == start) {
      throw error(at, "a name is missing after " + (char) bytes[at]);
    }
    at = p;
    return new String(bytes, start, p - start, java.nio.charset.StandardCharsets.UTF_8);
  }
}
