package dev.kiln.functions.fields;

/** Quotes text for messages: on one line, without invisible characters. */
public final class QuotedText {
  private QuotedText() {}

  public static String of(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      default -> {
        if (Character.isISOControl(c)) {
          quoted.append("\\x%02x".formatted(c));
        } else {
          quoted.appendCodePoint(c);
        }
      }
    }
  }
}
