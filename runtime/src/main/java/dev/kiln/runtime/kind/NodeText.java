package dev.kiln.runtime.kind;

import dev.kiln.yaml.node.Node;

/** Shows a value to the person who wrote it: short, on one line. */
public final class NodeText {
  private static final int LONGEST = 60;

  private NodeText() {}

  /** Any value: a collection by its type, a scalar as it is written. */
  public static String of(Node node) {
    return switch (node.type()) {
      case MAP -> "a map";
      case LIST -> "a list";
      case NULL -> "nothing";
      case STRING -> '"' + line(node.text()) + '"';
      case INTEGER, FLOAT, BOOLEAN -> line(node.text());
    };
  }

  /**
   * The expected value where a text is expected: a value that quotes would turn into a text is
   * shown in quotes.
   */
  public static String quoted(Node node, String fits) {
    return switch (node.type()) {
      case INTEGER, FLOAT, BOOLEAN -> fits + ", in quotes: \"" + line(node.text()) + '"';
      case MAP, LIST, NULL, STRING -> fits;
    };
  }

  /** A text without control characters, shortened if it is long. */
  public static String line(String text) {
    int end = Math.min(text.length(), text.offsetByCodePoints(0, countCharacters(text)));
    String line = text.substring(0, end).replaceAll("\\p{Cntrl}", " ");
    return end < text.length() ? line + "…" : line;
  }

  private static int countCharacters(String text) {
    return Math.min(LONGEST, text.codePointCount(0, text.length()));
  }
}
