package dev.kiln.client.files;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Finds the lines in a file's bytes. */
final class ByteLines {
  private static final byte[] LF = {'\n'};
  private static final byte[] CRLF = {'\r', '\n'};

  private ByteLines() {}

  /**
   * Returns the position after the line break that ends the line at {@code at}, or the end of the
   * text.
   */
  static int next(byte[] bytes, int at) {
    int p = at;
    while (p < bytes.length && bytes[p] != '\n' && bytes[p] != '\r') {
      p++;
    }
    boolean both = p + 1 < bytes.length && bytes[p] == '\r' && bytes[p + 1] == '\n';
    return Math.min(bytes.length, both ? p + 2 : p + 1);
  }

  /** Returns where the last line begins. */
  static int last(byte[] bytes) {
    int line = 0;
    for (int at = 0; at < bytes.length; at = next(bytes, at)) {
      line = at;
    }
    return line;
  }

  /** Whether the line is a document marker: three times the character {@code c}. */
  static boolean isMarker(byte[] bytes, int at, char c) {
    return at + 2 < bytes.length
        && bytes[at] == c
        && bytes[at + 1] == c
        && bytes[at + 2] == c
        && (at + 3 == bytes.length || isBlank(bytes[at + 3]));
  }

  /** Whether a part of a line holds only blanks and a comment. */
  static boolean isBlankOrComment(byte[] bytes, int from, int to) {
    int p = from;
    while (p < to && isBlank(bytes[p])) {
      p++;
    }
    return p == to || bytes[p] == '#';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  /** Returns the line break of the first line, or a line feed if the text has no line break. */
  static byte[] lineBreak(byte[] bytes) {
    int end = next(bytes, 0);
    return end > 1 && bytes[end - 1] == '\n' && bytes[end - 2] == '\r' ? CRLF : LF;
  }

  static boolean endsInBreak(byte[] bytes) {
    return bytes.length > 0 && (bytes[bytes.length - 1] == '\n' || bytes[bytes.length - 1] == '\r');
  }

  /** Replaces all line breaks of a text, including one at its end. */
  static byte[] withBreaks(byte[] bytes, byte[] lineBreak) {
    if (Arrays.equals(lineBreak, LF) && endsInBreak(bytes)) {
      return bytes;
    }
    var out = new ByteArrayOutputStream(bytes.length + 64);
    for (int at = 0; at < bytes.length; ) {
      int end = next(bytes, at);
      int text = end;
      while (text > at && (bytes[text - 1] == '\n' || bytes[text - 1] == '\r')) {
        text--;
      }
      out.write(bytes, at, text - at);
      out.writeBytes(text == end || bytes[end - 1] == '\n' ? lineBreak : new byte[] {'\r'});
      at = end;
    }
    return out.toByteArray();
  }
}
