package dev.kiln.functions.setannotations;

import java.util.Map;
import java.util.StringJoiner;

/** Writes a map of texts as JSON, for messages. */
final class JsonObjectText {
  private JsonObjectText() {}

  static String object(Map<String, String> texts) {
    var members = new StringJoiner(",", "{", "}");
    for (var text : texts.entrySet()) {
      members.add(string(text.getKey()) + ":" + string(text.getValue()));
    }
    return members.toString();
  }

  private static String string(String text) {
    var out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      out.append(escaped(text.charAt(i)));
    }
    return out.append('"').toString();
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }
}
