package dev.kiln.functions.setannotations;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes texts as JSON, for messages. */
final class Json {
  private Json() {}

  static String object(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(text -> string(text.getKey()) + ":" + string(text.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String string(String text) {
    var out = new StringBuilder("\"");
    text.chars().forEach(c -> out.append(escaped((char) c)));
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
