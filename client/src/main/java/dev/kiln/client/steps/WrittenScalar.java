package dev.kiln.client.steps;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;

/**
 * A scalar as it is written in the file. Finds the positions of its characters that mean neither a
 * blank nor a line break.
 */
final class WrittenScalar {
  private static final int HEX = 16;

  private final String text;
  private final Style style;
  private final int start;
  private final int end;

  WrittenScalar(Node scalar) {
    text = scalar.toString();
    style = scalar.style();
    int value = endOfProperties(text);
    start =
        switch (style) {
          case LITERAL, FOLDED -> endOfLine(text, value);
          case SINGLE, DOUBLE -> value + 1;
          case PLAIN, BLOCK, FLOW -> value;
        };
    end = text.length() - (style == Style.SINGLE || style == Style.DOUBLE ? 1 : 0);
  }

  /** Returns the position after the anchor and the tag. */
  private static int endOfProperties(String text) {
    int at = 0;
    while (text.startsWith("&", at) || text.startsWith("!", at)) {
      at = skip(true, text, at);
      at = skip(false, text, at);
    }
    return at;
  }

  private static int endOfLine(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
      at++;
    }
    return at;
  }

  private static int skip(boolean nonBlanks, String text, int from) {
    int at = from;
    while (at < text.length() && isNonBlank(text.charAt(at)) == nonBlanks) {
      at++;
    }
    return at;
  }

  static boolean isNonBlank(int c) {
    return c != ' ' && c != '\t' && c != '\n' && c != '\r';
  }

  String text() {
    return text;
  }

  /** Whether the scalar is an alias, so that only a name stands here. */
  boolean isAlias() {
    return text.startsWith("*");
  }

  /**
   * Returns the position of the character that has this many such characters before it; the last
   * one if there are fewer.
   */
  int position(int nonBlanksBefore) {
    int left = nonBlanksBefore;
    int last = start;
    for (int at = start; at < end && left >= 0; at += length(at)) {
      if (isNonBlankAt(at)) {
        last = at;
        left--;
      }
    }
    return last;
  }

  private boolean isNonBlankAt(int at) {
    if (!isEscape(at)) {
      return isNonBlank(text.charAt(at));
    }
    return switch (text.charAt(at + 1)) {
      case 'n', 't', 'r', ' ', '\t', '\n', '\r' -> false;
      case 'x', 'u', 'U' -> isNonBlank(Integer.parseInt(text, at + 2, at + length(at), HEX));
      default -> true;
    };
  }

  /** Returns the length of one character, as it is written. */
  private int length(int at) {
    if (isEscape(at)) {
      return switch (text.charAt(at + 1)) {
        case 'x' -> "\\x20".length();
        case 'u' -> "\\u0020".length();
        case 'U' -> "\\U00000020".length();
        default -> 2;
      };
    }
    boolean quote = style == Style.SINGLE && text.charAt(at) == '\'';
    return quote ? 2 : Character.charCount(text.codePointAt(at));
  }

  private boolean isEscape(int at) {
    return style == Style.DOUBLE && text.charAt(at) == '\\';
  }
}
