package dev.kiln.yaml.write;

/** Writes strings of several lines as literal block scalars. */
public final class BlockScalarWriter {
  private BlockScalarWriter() {}

  /**
   * Whether a string can be written as a literal: it has several lines, and readers agree on all of
   * them.
   */
  public static boolean canBeLiteral(String text) {
    int first = 0;
    while (first < text.length() && text.charAt(first) == '\n') {
      first++;
    }
    if (first == text.length() || text.indexOf('\n') < 0 || text.endsWith("\n\n")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean good =
          c == '\n'
              || c == '\t'
              || (c >= 0x20 && c <= 0x7E)
              || (c > 0x7E && ScalarWriter.isPrintable(text, i));
      if (!good) {
        return false;
      }
    }
    return !isBlankLine(text, first) && !isBlankLine(text, lastLineStart(text));
  }

  private static int lastLineStart(String text) {
    int end = text.endsWith("\n") ? text.length() - 1 : text.length();
    return text.lastIndexOf('\n', end - 1) + 1;
  }

  private static boolean isBlankLine(String text, int from) {
    int i = from;
    while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
      i++;
    }
    return i == text.length() || text.charAt(i) == '\n';
  }

  /**
   * Writes the header: {@code |}, then {@code -} if the text does not end with a line break, and
   * the indentation if readers could not detect it.
   */
  public static void writeHeader(ByteBuilder out, String text, int indent) {
    out.add('|');
    if (needsIndentDigit(text)) {
      out.add('0' + indent);
    }
    if (!text.endsWith("\n")) {
      out.add('-');
    }
  }

  /**
   * Whether the first line with text begins with a blank, so that the header needs the indentation
   * digit.
   */
  static boolean needsIndentDigit(String text) {
    int first = 0;
    while (text.charAt(first) == '\n') {
      first++;
    }
    return text.charAt(first) == ' ' || text.charAt(first) == '\t';
  }

  /** Writes a line break and the lines, without the line break that ends the last one. */
  public static void writeBody(ByteBuilder out, String text, int column, byte[] newline) {
    int end = text.endsWith("\n") ? text.length() - 1 : text.length();
    int from = 0;
    while (from <= end) {
      int to = text.indexOf('\n', from);
      to = to < 0 || to > end ? end : to;
      out.add(newline);
      if (to > from) {
        out.spaces(column).add(text.substring(from, to));
      }
      from = to + 1;
    }
  }
}
