package dev.kiln.yaml.table;

/** Finds the starts and ends of lines in a text, and the comments and blanks on them. */
public final class TextLines {
  private TextLines() {}

  public static boolean isBreak(byte b) {
    return b == '\n' || b == '\r';
  }

  public static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The first byte of the line of {@code at}. */
  public static int lineStart(byte[] bytes, int at) {
    int p = at;
    while (p > 0 && !isBreak(bytes[p - 1])) {
      p--;
    }
    return p == 0 && at >= 3 && hasByteOrderMark(bytes) ? 3 : p;
  }

  /** The position of the first line break at or after {@code at}, or the end of the text. */
  public static int lineEnd(byte[] bytes, int at) {
    return ByteSearch.find(bytes, at, '\n', '\r', 0);
  }

  /** The position of the first line break at or after {@code at}, or {@code to}. */
  public static int lineEnd(byte[] bytes, int at, int to) {
    return ByteSearch.find(bytes, at, to, '\n', '\r', 0);
  }

  /** The position after the line break at {@code at}; {@code at} itself at the end of the text. */
  public static int afterBreak(byte[] bytes, int at) {
    if (at >= bytes.length) {
      return at;
    }
    return bytes[at] == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n' ? at + 2 : at + 1;
  }

  /** The position before the line break that ends at {@code at}, which is the start of a line. */
  public static int beforeBreak(byte[] bytes, int at) {
    if (at == 0) {
      return 0;
    }
    return bytes[at - 1] == '\n' && at > 1 && bytes[at - 2] == '\r' ? at - 2 : at - 1;
  }

  public static int skipBlanks(byte[] bytes, int at) {
    int p = at;
    while (p < bytes.length && isBlank(bytes[p])) {
      p++;
    }
    return p;
  }

  /**
   * The end of the word at {@code at}: the position of a blank, a line break or the end of the
   * text.
   */
  public static int wordEnd(byte[] bytes, int at) {
    int p = at;
    while (p < bytes.length && !isBlank(bytes[p]) && !isBreak(bytes[p])) {
      p++;
    }
    return p;
  }

  /** The position before the blanks that precede {@code at}. */
  public static int skipBlanksBackward(byte[] bytes, int at) {
    int p = at;
    while (p > 0 && isBlank(bytes[p - 1])) {
      p--;
    }
    return p;
  }

  /**
   * Whether only blanks are between the start of the line and {@code at}. A fragment may begin
   * inside a line.
   */
  public static boolean isFirstOnLine(byte[] bytes, int at, int firstColumn) {
    int p = skipBlanksBackward(bytes, at);
    return p == 0 ? firstColumn == 0 : isBreak(bytes[p - 1]) || (p == 3 && hasByteOrderMark(bytes));
  }

  /**
   * The position of the {@code #} of a comment at or after {@code at}, if only blanks precede it on
   * the line, or -1.
   */
  public static int commentStart(byte[] bytes, int at) {
    int p = skipBlanks(bytes, at);
    return p < bytes.length && bytes[p] == '#' ? p : -1;
  }

  public static boolean hasByteOrderMark(byte[] bytes) {
    return isByteOrderMark(bytes, 0);
  }

  /** Whether a byte order mark is at a position. */
  public static boolean isByteOrderMark(byte[] bytes, int at) {
    return at + 2 < bytes.length
        && bytes[at] == (byte) 0xEF
        && bytes[at + 1] == (byte) 0xBB
        && bytes[at + 2] == (byte) 0xBF;
  }

  /**
   * The column of a byte in a text. The column of the first byte is given, because a fragment may
   * begin inside a line.
   */
  public static int column(byte[] bytes, int at, int firstColumn) {
    int line = lineStart(bytes, at);
    return (line == 0 ? firstColumn : 0) + countCharacters(bytes, line, at);
  }

  private static int countCharacters(byte[] bytes, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        count++;
      }
    }
    return count;
  }
}
