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
  static final byte FLOW = 4;

  /** Continues a plain scalar, whatever follows. */
  static final byte SAFE = 8;

  /** Begins a plain scalar, whatever follows. */
  static final byte FIRST = 16;

  /** At the start of a line: the line is blank, a comment, or begins with a tab. */
  static final byte UNSURE = 32;

  private static final byte[] CLASS = classes();

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
  boolean onLine;

  /** The number of spaces at the start of the line. */
  int spaces;

  /** Whether the blanks that were just skipped have a tab. */
  boolean tabbed;

  /** Whether the text that was just skipped has a comment. */
  boolean commented;

  /** The position after the last byte of the scalar just read. */
  int end;

  /** Whether the value of the scalar just read differs from its text. */
  boolean coded;

  /** Begins at a byte of a text, which stands in this column. */
  void begin(byte[] text, int from, int column) {
    bytes = text;
    size = text.length;
    at = from;
    lineStart = from - column;
    onLine = false;
    tabbed = false;
    commented = false;
  }

  /**
   * The classes of bytes. Only the few unusual bytes are set one by one, because a short run has no
   * time to set all.
   */
  private static byte[] classes() {
    var classes = new byte[256];
    Arrays.fill(classes, (byte) (SAFE | FIRST));
    put(" \t", BLANK | UNSURE, classes);
    put("\n\r", BLANK | BREAK | UNSURE, classes);
    put("#", UNSURE, classes);
    put(":", 0, classes);
    put(",[]{}", FLOW, classes);
    put("-?&*!|>'\"%@`", SAFE, classes);
    return classes;
  }

  private static void put(String characters, int what, byte[] classes) {
    for (int i = 0; i < characters.length(); i++) {
      classes[characters.charAt(i)] = (byte) what;
    }
  }

  static boolean is(int what, byte c) {
    return (CLASS[c & 0xFF] & what) != 0;
  }

  /**
   * Whether a blank, a line break or the end of the text is at a position. One of them must follow
   * an indicator.
   */
  boolean blank(int p) {
    return p >= size || is(BLANK, bytes[p]);
  }

  boolean blankOrFlow(int p) {
    return p >= size || is(BLANK | FLOW, bytes[p]);
  }

  boolean ended() {
    return at >= size;
  }

  BadYaml error(int place, String reason) {
    return BadYaml.at(bytes, place, reason);
  }

  /** Skips the byte order mark that a document may begin with, and the blanks after it. */
  void passMark() {
    if (at == lineStart && TextLines.isMark(bytes, at)) {
      at += 3;
      lineStart = at;
      skip();
    }
  }

  /** The error for a tab among the blanks directly before. */
  BadYaml tab() {
    int p = at;
    int place = at;
    while (p > 0 && (bytes[p - 1] == ' ' || bytes[p - 1] == '\t')) {
      p--;
      place = bytes[p] == '\t' ? p : place;
    }
    return error(place, "a tab may not indent");
  }

  /** Whether {@code ---} or {@code ...} is at the current position. */
  boolean onMarker() {
    if (at != lineStart || at + 3 > size) {
      return false;
    }
    byte c = bytes[at];
    return (c == '-' || c == '.') && bytes[at + 1] == c && bytes[at + 2] == c && blank(at + 3);
  }

  /**
   * Skips blanks, comments and line breaks up to the next content; true if the content is on
   * another line.
   */
  boolean skip() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    boolean crossed = false;
    tabbed = false;
    commented = false;
    while (p < n) {
      byte c = b[p];
      if (c == ' ') {
        p++;
      } else if (c == '\t') {
        tabbed = true;
        p++;
      } else if (c == '\n' || c == '\r') {
        p = behindBreak(p);
        lineStart = p;
        crossed = true;
        tabbed = false;
      } else if (c == '#') {
        if (p > 0 && !is(BLANK, b[p - 1]) && p > lineStart) {
          throw error(p, "a comment needs a blank before its #");
        }
        commented = true;
        p = TextLines.end(bytes, p);
      } else {
        break;
      }
    }
    at = p;
    if (crossed) {
      onLine = true;
      countSpaces();
    }
    return crossed;
  }

  /** Skips from the end of a value to the next content, which must be on another line. */
  void toLine() {
    if (nextLine()) {
      return;
    }
    int from = at;
    if (!skip() && at < size) {
      throw error(
          at,
          "unexpected text after the value that ends at column "
              + TextPosition.of(bytes, from).column());
    }
    onLine = true;
  }

  /** Handles the common case of {@link #skip}: a line break, spaces, content. */
  boolean nextLine() {
    byte[] b = bytes;
    if (at >= b.length || b[at] != '\n') {
      return false;
    }
    int start = at + 1;
    int p = ByteSearch.behindSpaces(b, start);
    if (p >= b.length || is(UNSURE, b[p])) {
      return false;
    }
    at = p;
    lineStart = start;
    spaces = p - start;
    onLine = true;
    tabbed = false;
    commented = false;
    return true;
  }

  /** Counts the spaces at the start of the line of {@code at}. A tab ends them. */
  private void countSpaces() {
    if (tabbed) {
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
  int behindBreak(int p) {
    return bytes[p] == '\r' && p + 1 < size && bytes[p + 1] == '\n' ? p + 2 : p + 1;
  }

  /** Skips the blanks on this line from {@code from} on, and returns the position after them. */
  int behindBlanks(int from) {
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
  void plainInBlock() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    int last = p;
    while (p < n) {
      byte c = b[p];
      if (is(SAFE | FLOW, c)) {
        last = ++p;
      } else if (c == ' ' || c == '\t') {
        p++;
      } else if ((c == ':' && !blank(p + 1)) || (c == '#' && last == p)) {
        last = ++p;
      } else {
        break;
      }
    }
    at = p;
    end = last;
  }

  /** Reads the lines that continue a plain scalar of a node deeper than {@code indent}. */
  void plainLines(int indent) {
    coded = false;
    while (at < size && is(BREAK, bytes[at])) {
      int before = end;
      toLine();
      if (spaces <= indent || commented || ended() || onMarker()) {
        return;
      }
      coded = true;
      onLine = false;
      plainInBlock();
      if (at < size && bytes[at] == ':') {
        throw error(at, "a key must stand on one line; this text began on an earlier one");
      }
      assert end > before;
    }
  }

  /** Reads a plain scalar in flow context, over all of its lines. */
  void plainInFlow() {
    byte[] b = bytes;
    int n = size;
    int p = at;
    int last = p;
    coded = false;
    boolean newLine = false;
    while (p < n) {
      byte c = b[p];
      boolean part =
          is(SAFE, c) || (c == ':' && !blankOrFlow(p + 1)) || (c == '#' && last == p && !newLine);
      if (part) {
        coded |= newLine;
        newLine = false;
        last = ++p;
      } else if (c == ' ' || c == '\t') {
        p++;
      } else if (is(BREAK, c)) {
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
    at = behindBreak(at);
    lineStart = at;
    if (onMarker()) {
      throw error(at, "a document marker inside a flow collection");
    }
    return at;
  }

  private int lineStartOf(int place) {
    int p = place;
    while (p > 0 && !is(BREAK, bytes[p - 1])) {
      p--;
    }
    return p == 0 ? Math.min(0, lineStart) : p;
  }

  /** Reads a quoted scalar. {@code at} is the position of its opening quote. */
  void quoted() {
    byte[] b = bytes;
    int n = size;
    int open = at;
    byte quote = b[open];
    int p = open + 1;
    coded = false;
    while (p < n) {
      byte c = b[p];
      if (c == quote) {
        if (quote == '\'' && p + 1 < n && b[p + 1] == '\'') {
          coded = true;
          p += 2;
          continue;
        }
        end = p + 1;
        at = end;
        return;
      }
      if (c == '\\' && quote == '"') {
        coded = true;
        p = escape(p);
      } else if (c == '\n' || c == '\r') {
        coded = true;
        p = breakInQuotes(p);
      } else {
        p++;
      }
    }
    throw error(open, "a quoted string that does not end (opened here)");
  }

  private int breakInQuotes(int p) {
    at = behindBreak(p);
    lineStart = at;
    if (onMarker()) {
      throw error(at, "a document marker inside a quoted string");
    }
    return at;
  }

  private int escape(int p) {
    if (p + 1 >= size) {
      return p + 1;
    }
    int c = bytes[p + 1];
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits == 0) {
      if ("0abt\tnvfre \"'/\\N_LP\n\r".indexOf(c) < 0 || c < 0) {
        throw error(p, "an unknown escape \\" + character(p + 1));
      }
      return is(BREAK, bytes[p + 1]) ? p + 1 : p + 2;
    }
    for (int i = p + 2; i < p + 2 + digits; i++) {
      if (i >= size || Character.digit(bytes[i], 16) < 0) {
        throw error(p, "an escape \\" + (char) c + " needs " + digits + " hexadecimal digits");
      }
    }
    if (ScalarDecoder.hex(bytes, p + 2, digits) > 0x10FFFF) {
      throw error(p, "an escape beyond U+10FFFF");
    }
    return p + 2 + digits;
  }

  /** The character at a position, for messages. */
  String character(int p) {
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
  int block(int indent) {
    int p = at + 1;
    int given = -1;
    byte chomp = 0;
    for (int i = 0; i < 2 && p < size; i++) {
      byte c = bytes[p];
      if ((c == '+' || c == '-') && chomp == 0) {
        chomp = c;
        p++;
      } else if (c >= '1' && c <= '9' && given < 0) {
        given = Math.max(indent, 0) + c - '0';
        p++;
      }
    }
    end = p;
    if (!blank(p)) {
      throw error(p, "after | or > come at most a digit from 1 to 9, + or -, and a comment");
    }
    int q = behindBlanks(p);
    if (q < size && bytes[q] == '#' && q > p) {
      q = TextLines.end(bytes, q);
    }
    if (q < size && !is(BREAK, bytes[q])) {
      throw error(q, "the text of a block scalar begins on the next line");
    }
    lines(q, indent, given, chomp == '+');
    return given;
  }

  /** Reads the lines of a block scalar, from the line break that ends its header. */
  private void lines(int header, int indent, int given, boolean keep) {
    int n = size;
    int p = header;
    int wanted = given;
    int widestBlank = 0;
    int widestAt = p;
    int lastBreak = -1;
    while (p < n) {
      lastBreak = p;
      int start = behindBreak(p);
      int q = start;
      int stop = wanted < 0 ? n : Math.min(n, start + wanted);
      q = Math.min(stop, ByteSearch.behindSpaces(bytes, q));
      boolean empty = q >= n || is(BREAK, bytes[q]);
      if (empty) {
        if (wanted < 0 && q - start > widestBlank) {
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
      if (wanted < 0) {
        if (q - start <= indent || onMarker()) {
          if (bytes[q] == '\t' && blank(behindBlanks(q))) {
            throw error(q, "a tab may not indent");
          }
          break;
        }
        wanted = q - start;
        if (widestBlank > wanted) {
          throw error(
              widestAt,
              "a blank line before a block scalar's text is indented deeper than the text");
        }
      } else if (q - start < wanted || (wanted == 0 && onMarker())) {
        break;
      }
      p = TextLines.end(bytes, q);
      end = p;
    }
    at = p >= n ? n : lastBreak;
    coded = true;
    if (p >= n) {
      onLine = true;
      spaces = 0;
      tabbed = false;
      at = n;
    } else {
      skip();
    }
  }

  /** Reads the name of an anchor or alias after its indicator. */
  String name() {
    int start = at + 1;
    int p = start;
    while (p < size && !is(BLANK | FLOW, bytes[p])) {
      p++;
    }
    if (p == start) {
      throw error(at, "a name is missing after " + (char) bytes[at]);
    }
    at = p;
    return new String(bytes, start, p - start, java.nio.charset.StandardCharsets.UTF_8);
  }
}
