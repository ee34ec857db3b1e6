package dev.kiln.yaml.table;

/** A line and a column, both from 1; columns count characters, not bytes. */
public record TextPosition(int line, int column) {
  public static TextPosition of(byte[] bytes, int position) {
    int line = 1;
    int lineStart = 0;
    int end = Math.min(position, bytes.length);
    for (int i = 0; i < end; i++) {
      boolean breaks =
          bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == bytes.length || bytes[i + 1] != '\n'));
      if (breaks) {
        line++;
        lineStart = i + 1;
      }
    }
    int column = 1;
    for (int i = lineStart; i < end; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        column++;
      }
    }
    return new TextPosition(
        line,
        lineStart == 0 && TextLines.hasByteOrderMark(bytes) && position > 2 ? column - 1 : column);
  }
}
