package dev.kiln.functions.fields;

/** Quotes text for messages: on one line, without invisible characters. */
public final class QuotedText {
  private QuotedText() {}

  public static String of(String text) {
    var quoted = new StringBuilder(text.length() + 8).append('"');
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || Character.isISOControl(c)) {
        appendEscape(quoted.append(text, done, i), c);
        done = i + 1;
      }
    }
    return quoted.append(text, done, text.length()).append('"').toString();
  }

  private static void appendEscape(StringBuilder quoted, char c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      default -> quoted.append("\\x%02x".formatted((int) c));
    }
  }
}
