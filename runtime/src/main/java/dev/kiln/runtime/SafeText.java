package dev.kiln.runtime;

import java.nio.charset.StandardCharsets;

/**
 * Makes the output of a program safe to show: on one line, without control sequences for a
 * terminal.
 */
final class SafeText {
  private static final int MAX_CHARACTERS = 60;

  /** The number of bytes read, enough for the longest line with any characters. */
  private static final int MAX_BYTES = 1024;

  private SafeText() {}

  /** The first line that is not blank, shortened, in quotes. */
  static String firstLine(byte[] output) {
    int start = indexOfFirstNonBlank(output);
    int length = Math.min(output.length - start, MAX_BYTES);
    return firstLine(new String(output, start, length, StandardCharsets.UTF_8));
  }

  /** The first line of a text, shortened, in quotes. */
  static String firstLine(String text) {
    String line = text.lines().findFirst().orElse("").strip();
    int points = line.codePointCount(0, line.length());
    String shown = line.substring(0, line.offsetByCodePoints(0, Math.min(points, MAX_CHARACTERS)));
    boolean isAll = text.strip().length() == shown.length();
    return '"' + safe(shown.replace("\\", "\\\\").replace("\"", "\\\"")) + (isAll ? "\"" : "…\"");
  }

  /** Replaces characters that are invisible or change how the text is shown. */
  static String safe(String text) {
    var safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (isVisible(point)) {
                safe.appendCodePoint(point);
              } else {
                safe.append(escaped(point));
              }
            });
    return safe.toString();
  }

  private static String escaped(int point) {
    return point == '\t' ? "\\t" : point == '\n' ? "\\n" : "\\u%04x".formatted(point);
  }

  private static boolean isVisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  static boolean isBlank(byte[] output) {
    return indexOfFirstNonBlank(output) == output.length;
  }

  private static int indexOfFirstNonBlank(byte[] output) {
    int at = 0;
    while (at < output.length && " \t\r\n".indexOf(output[at]) >= 0) {
      at++;
    }
    return at;
  }
}
