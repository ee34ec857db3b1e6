package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a value found in the input for a message: short, on one line. */
public final class ValueText {
  private static final int LONGEST = 60;

  private ValueText() {}

  public static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "nothing";
      case Node node -> ofNode(node);
      case CharSequence text -> quoted(text.toString());
      case Map<?, ?> map -> map.isEmpty() ? "an empty map" : "a map";
      case Collection<?> list -> list.isEmpty() ? "an empty list" : "a list";
      default -> shortened(value.toString());
    };
  }

  private static String ofNode(Node node) {
    return switch (node.type()) {
      case MAP -> node.size() == 0 ? "an empty map" : "a map";
      case LIST -> node.size() == 0 ? "an empty list" : "a list";
      case NULL -> "null";
      case STRING -> quoted(node.text());
      case INTEGER, FLOAT, BOOLEAN -> shortened(node.text());
    };
  }

  /** The text of a scalar as it is; empty for null, a map or a list. */
  public static String plain(@Nullable Node node) {
    return node != null && node.isScalar() && !node.isNull() ? node.text() : "";
  }

  /** The expected value if it must be one of several words. */
  public static String choice(Collection<String> words) {
    return switch (words.size()) {
      case 0 -> "nothing";
      case 1 -> words.iterator().next();
      default -> "one of " + String.join(", ", words);
    };
  }

  private static String quoted(String text) {
    return '"' + shortened(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  private static String shortened(String text) {
    String line = text.replace("\n", "\\n").replace("\r", "\\r");
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return line.substring(0, end) + "…";
  }
}
