package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a value found in the input for a message: short, on one line. */
public final class ValueText {
  private static final int MAX_LENGTH = 60;

  private ValueText() {}

  public static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "nothing";
      case Node node -> describeNode(node);
      case CharSequence text -> quote(text.toString());
      case Map<?, ?> map -> map.isEmpty() ? "an empty map" : "a map";
      case Collection<?> list -> list.isEmpty() ? "an empty list" : "a list";
      default -> shorten(value.toString());
    };
  }

  private static String describeNode(Node node) {
    return switch (node.type()) {
      case MAP -> node.size() == 0 ? "an empty map" : "a map";
      case LIST -> node.size() == 0 ? "an empty list" : "a list";
      case NULL -> "null";
      case STRING -> quote(node.text());
      case INTEGER, FLOAT, BOOLEAN -> shorten(node.text());
    };
  }

  /** The text of a scalar as it is; empty for null, a map or a list. */
  public static String scalarText(@Nullable Node node) {
    return node != null && node.isScalar() && !node.isNull() ? node.text() : "";
  }

  /** The expected value if it must be one of several words. */
  public static String oneOf(Collection<String> words) {
    return switch (words.size()) {
      case 0 -> "nothing";
      case 1 -> words.iterator().next();
      default -> "one of " + String.join(", ", words);
    };
  }

  private static String quote(String text) {
    return '"' + shorten(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  private static String shorten(String text) {
    String line = text.replace("\n", "\\n").replace("\r", "\\r");
    if (line.length() <= MAX_LENGTH) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
    return line.substring(0, end) + "…";
  }
}
