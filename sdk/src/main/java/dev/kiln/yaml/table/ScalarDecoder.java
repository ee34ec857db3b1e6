package dev.kiln.yaml.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the text of a scalar to its value: it removes quotes, resolves escapes and folds lines.
 */
public final class ScalarDecoder {
  private final byte[] b;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ScalarDecoder(byte[] bytes) {
    this.b = bytes;
  }

  /** The value of scalar {@code i} of a table over {@code bytes}. */
  public static String decode(byte[] bytes, NodeTable table, int i) {
    int start = table.start(i);
    int end = table.end(i);
    int kind = table.kind(i);
    if (NodeKind.isQuoted(kind)) {
      start++;
      end--;
    }
    if (!table.needsDecoding(i)) {
      return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
    var text = new ScalarDecoder(bytes);
    switch (kind) {
      case NodeKind.PLAIN -> text.decodeFlow(start, end, (byte) 0);
      case NodeKind.SINGLE_QUOTED -> text.decodeFlow(start, end, (byte) '\'');
      case NodeKind.DOUBLE_QUOTED -> text.decodeFlow(start, end, (byte) '"');
      default -> {
        var props = table.props(i);
        text.decodeBlock(start, end, kind == NodeKind.FOLDED, props == null ? -1 : props.indent);
      }
    }
    return text.out.toString(StandardCharsets.UTF_8);
  }

  public static int parseHex(byte[] b, int from, int digits) {
    long value = 0;
    for (int i = from; i < from + digits; i++) {
      value = value << 4 | Character.digit(b[i], 16);
    }
    return (int) Math.min(value, Integer.MAX_VALUE);
  }

  /** Decodes plain and quoted text. Line breaks are folded together with the blanks around them. */
  private void decodeFlow(int start, int end, byte quote) {
    int p = start;
    while (p < end) {
      byte c = b[p];
      if (c == '\'' && quote == '\'') {
        out.write(c);
        p += 2;
      } else if (c == '\\' && quote == '"') {
        p = decodeEscape(p, end);
      } else if (c == ' ' || c == '\t') {
        int q = p;
        while (q < end && (b[q] == ' ' || b[q] == '\t')) {
          q++;
        }
        if (q == end || (b[q] != '\n' && b[q] != '\r')) {
          out.write(b, p, q - p);
        }
        p = q;
      } else if (c == '\n' || c == '\r') {
        p = foldBreaks(p, end, 1);
      } else {
        out.write(c);
        p++;
      }
    }
  }

  /**
   * Skips from a line break over all blank lines to the next text, and writes the breaks that
   * remain after folding.
   */
  private int foldBreaks(int from, int end, int first) {
    int breaks = 0;
    int p = from;
    while (p < end) {
      byte c = b[p];
      if (c == '\n' || c == '\r') {
        breaks++;
        p = afterBreak(p, end);
      } else if (c == ' ' || c == '\t') {
        p++;
      } else {
        break;
      }
    }
    if (breaks == 1 && first == 1) {
      out.write(' ');
    }
    for (int i = first; i < breaks; i++) {
      out.write('\n');
    }
    return p;
  }

  private int afterBreak(int p, int end) {
    return b[p] == '\r' && p + 1 < end && b[p + 1] == '\n' ? p + 2 : p + 1;
  }

  private int decodeEscape(int p, int end) {
    byte c = b[p + 1];
    switch (c) {
      case '0' -> out.write(0);
      case 'a' -> out.write(7);
      case 'b' -> out.write('\b');
      case 't', '\t' -> out.write('\t');
      case 'n' -> out.write('\n');
      case 'v' -> out.write(11);
      case 'f' -> out.write('\f');
      case 'r' -> out.write('\r');
      case 'e' -> out.write(27);
      case 'N' -> writeCodePoint(0x85);
      case '_' -> writeCodePoint(0xA0);
      case 'L' -> writeCodePoint(0x2028);
      case 'P' -> writeCodePoint(0x2029);
      case 'x' -> {
        writeCodePoint(parseHex(b, p + 2, 2));
        return p + 4;
      }
      case 'u' -> {
        return decodeUnicodeEscape(p);
      }
      case 'U' -> {
        writeCodePoint(parseHex(b, p + 2, 8));
        return p + 10;
      }
      case '\n', '\r' -> {
        return decodeEscapedBreak(p + 1, end);
      }
      default -> out.write(c);
    }
    return p + 2;
  }

  /**
   * Handles a line break after a backslash. It joins the lines, but blank lines after it still
   * count.
   */
  private int decodeEscapedBreak(int from, int end) {
    int p = afterBreak(from, end);
    while (p < end && (b[p] == ' ' || b[p] == '\t')) {
      p++;
    }
    return p < end && (b[p] == '\n' || b[p] == '\r') ? foldBreaks(p, end, 0) : p;
  }

  /** Decodes an escape. Two escapes that form a surrogate pair make one character, as in JSON. */
  private int decodeUnicodeEscape(int p) {
    int high = parseHex(b, p + 2, 4);
    boolean mayBePair =
        Character.isHighSurrogate((char) high) && b[p + 6] == '\\' && b[p + 7] == 'u';
    if (mayBePair) {
      int low = parseHex(b, p + 8, 4);
      if (Character.isLowSurrogate((char) low)) {
        writeCodePoint(Character.toCodePoint((char) high, (char) low));
        return p + 12;
      }
    }
    writeCodePoint(high);
    return p + 6;
  }

  private void writeCodePoint(int point) {
    boolean isSurrogate = point >= 0xD800 && point <= 0xDFFF;
    var bytes = Character.toString(isSurrogate ? 0xFFFD : point).getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
  }

  /** Decodes the text of a block scalar after its header. */
  private void decodeBlock(int start, int end, boolean folded, int headerIndent) {
    int p = start + 1;
    byte chomp = 0;
    while (p < end && (b[p] == '+' || b[p] == '-' || (b[p] >= '1' && b[p] <= '9'))) {
      chomp = b[p] == '+' || b[p] == '-' ? b[p] : chomp;
      p++;
    }
    while (p < end && b[p] != '\n' && b[p] != '\r') {
      p++;
    }
    if (p == end) {
      return;
    }
    int indent = headerIndent >= 0 ? headerIndent : detectIndent(p, end);
    decodeLines(p, end, indent, folded, chomp);
  }

  /** The indentation of the first line with text; if there is none, that of the widest line. */
  private int detectIndent(int from, int end) {
    int widest = 0;
    int p = from;
    while (p < end) {
      int line = afterBreak(p, end);
      p = line;
      while (p < end && b[p] == ' ') {
        p++;
      }
      if (p < end && b[p] != '\n' && b[p] != '\r') {
        return p - line;
      }
      widest = Math.max(widest, p - line);
    }
    return widest;
  }

  private void decodeLines(int from, int end, int indent, boolean folded, byte chomp) {
    int p = from;
    int breaks = 0;
    boolean hasText = false;
    boolean previousMoreIndented = false;
    while (p < end) {
      int line = afterBreak(p, end);
      int text = line;
      while (text < end && text < line + indent && b[text] == ' ') {
        text++;
      }
      int lineEnd = Math.min(end, TextLines.lineEnd(b, text));
      if (hasText || p != from) {
        breaks++;
      }
      if (lineEnd > text) {
        boolean isMoreIndented = b[text] == ' ' || b[text] == '\t';
        writeBreaks(breaks, hasText, folded && !isMoreIndented && !previousMoreIndented);
        out.write(b, text, lineEnd - text);
        breaks = 0;
        hasText = true;
        previousMoreIndented = isMoreIndented;
      }
      p = lineEnd;
    }
    writeFinalBreaks(breaks, hasText, chomp, end);
  }

  private void writeBreaks(int breaks, boolean hasText, boolean fold) {
    int written = breaks;
    if (hasText && fold) {
      if (breaks == 1) {
        out.write(' ');
      }
      written = breaks - 1;
    }
    for (int i = 0; i < written; i++) {
      out.write('\n');
    }
  }

  /**
   * Writes the line breaks that the chomping indicator keeps at the end of the text. The last line
   * break is after {@code end}.
   */
  private void writeFinalBreaks(int breaks, boolean hasText, byte chomp, int end) {
    int last = end < b.length ? 1 : 0;
    int kept = chomp == '-' ? 0 : chomp == '+' ? breaks + last : hasText ? last : 0;
    for (int i = 0; i < kept; i++) {
      out.write('\n');
    }
  }
}
