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
  public static String of(byte[] bytes, NodeTable table, int i) {
    int start = table.start(i);
    int end = table.end(i);
    int kind = table.kind(i);
    if (NodeKind.isQuoted(kind)) {
      start++;
      end--;
    }
    if (!table.coded(i)) {
      return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
    var text = new ScalarDecoder(bytes);
    switch (kind) {
      case NodeKind.PLAIN -> text.flow(start, end, (byte) 0);
      case NodeKind.SINGLE -> text.flow(start, end, (byte) '\'');
      case NodeKind.DOUBLE -> text.flow(start, end, (byte) '"');
      default -> {
        var props = table.props(i);
        text.block(start, end, kind == NodeKind.FOLDED, props == null ? -1 : props.indent);
      }
    }
    return text.out.toString(StandardCharsets.UTF_8);
  }

  public static int hex(byte[] b, int from, int digits) {
    long value = 0;
    for (int i = from; i < from + digits; i++) {
      value = value << 4 | Character.digit(b[i], 16);
    }
    return (int) Math.min(value, Integer.MAX_VALUE);
  }

  /** Decodes plain and quoted text. Line breaks are folded together with the blanks around them. */
  private void flow(int start, int end, byte quote) {
    int p = start;
    while (p < end) {
      byte c = b[p];
      if (c == '\'' && quote == '\'') {
        out.write(c);
        p += 2;
      } else if (c == '\\' && quote == '"') {
        p = escape(p, end);
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
        p = fold(p, end, 1);
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
  private int fold(int from, int end, int first) {
    int breaks = 0;
    int p = from;
    while (p < end) {
      byte c = b[p];
      if (c == '\n' || c == '\r') {
        breaks++;
        p = behindBreak(p, end);
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

  private int behindBreak(int p, int end) {
    return b[p] == '\r' && p + 1 < end && b[p + 1] == '\n' ? p + 2 : p + 1;
  }

  private int escape(int p, int end) {
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
      case 'N' -> point(0x85);
      case '_' -> point(0xA0);
      case 'L' -> point(0x2028);
      case 'P' -> point(0x2029);
      case 'x' -> {
        point(hex(b, p + 2, 2));
        return p + 4;
      }
      case 'u' -> {
        return unicode(p);
      }
      case 'U' -> {
        point(hex(b, p + 2, 8));
        return p + 10;
      }
      case '\n', '\r' -> {
        return foldEscaped(p + 1, end);
      }
      default -> out.write(c);
    }
    return p + 2;
  }

  /**
   * Handles a line break after a backslash. It joins the lines, but blank lines after it still
   * count.
   */
  private int foldEscaped(int from, int end) {
    int p = behindBreak(from, end);
    while (p < end && (b[p] == ' ' || b[p] == '\t')) {
      p++;
    }
    return p < end && (b[p] == '\n' || b[p] == '\r') ? fold(p, end, 0) : p;
  }

  /** Decodes an escape. Two escapes that form a surrogate pair make one character, as in JSON. */
  private int unicode(int p) {
    int high = hex(b, p + 2, 4);
    boolean pair = Character.isHighSurrogate((char) high) && b[p + 6] == '\\' && b[p + 7] == 'u';
    if (pair) {
      int low = hex(b, p + 8, 4);
      if (Character.isLowSurrogate((char) low)) {
        point(Character.toCodePoint((char) high, (char) low));
        return p + 12;
      }
    }
    point(high);
    return p + 6;
  }

  private void point(int point) {
    boolean half = point >= 0xD800 && point <= 0xDFFF;
    var bytes = Character.toString(half ? 0xFFFD : point).getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
  }

  /** Decodes the text of a block scalar after its header. */
  private void block(int start, int end, boolean folded, int given) {
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
    int indent = given >= 0 ? given : indent(p, end);
    lines(p, end, indent, folded, chomp);
  }

  /** The indentation of the first line with text; if there is none, that of the widest line. */
  private int indent(int from, int end) {
    int widest = 0;
    int p = from;
    while (p < end) {
      int line = behindBreak(p, end);
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

  private void lines(int from, int end, int indent, boolean folded, byte chomp) {
    int p = from;
    int breaks = 0;
    boolean any = false;
    boolean moreBefore = false;
    while (p < end) {
      int line = behindBreak(p, end);
      int text = line;
      while (text < end && text < line + indent && b[text] == ' ') {
        text++;
      }
      int lineEnd = Math.min(end, TextLines.end(b, text));
      if (any || p != from) {
        breaks++;
      }
      if (lineEnd > text) {
        boolean more = b[text] == ' ' || b[text] == '\t';
        join(breaks, any, folded && !more && !moreBefore);
        out.write(b, text, lineEnd - text);
        breaks = 0;
        any = true;
        moreBefore = more;
      }
      p = lineEnd;
    }
    chomp(breaks, any, chomp, end);
  }

  private void join(int breaks, boolean any, boolean fold) {
    int written = breaks;
    if (any && fold) {
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
  private void chomp(int breaks, boolean any, byte chomp, int end) {
    int last = end < b.length ? 1 : 0;
    int kept = chomp == '-' ? 0 : chomp == '+' ? breaks + last : any ? last : 0;
    for (int i = 0; i < kept; i++) {
      out.write('\n');
    }
  }
}
