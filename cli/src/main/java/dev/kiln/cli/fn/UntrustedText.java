package dev.kiln.cli.fn;

/**
 * Makes text from others safe to print among our own lines. The result cannot move the cursor or
 * set colours, and no line of it looks like one of ours.
 */
final class UntrustedText {
  private static final char ESCAPE = '\u001b';
  private static final char SEQUENCE = '\u009b'; // equivalent to an escape and [
  private static final char BELL = '\u0007';

  private UntrustedText() {}

  /**
   * Returns the text for one line. Escape sequences are removed, and other control characters
   * except tabs become {@code ?}.
   */
  static String singleLine(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (isControl(text.charAt(at))) {
        return cleaned(text);
      }
    }
    return text;
  }

  /** Returns the text with its lines kept, and all lines after the first indented. */
  static String indentedLines(String text, String indent) {
    var lines = new StringBuilder();
    text.lines()
        .forEach(
            line -> lines.append(lines.isEmpty() ? "" : "\n" + indent).append(singleLine(line)));
    return lines.toString();
  }

  private static boolean isControl(int c) {
    return c != '\t' && Character.isISOControl(c);
  }

  private static String cleaned(String text) {
    var clean = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ESCAPE || c == SEQUENCE) {
        at = endOfSequence(text, at);
      } else {
        clean.append(isControl(c) ? '?' : c);
        at++;
      }
    }
    return clean.toString();
  }

  /**
   * Returns the position after an escape sequence. A sequence of {@code [} ends with a letter, a
   * sequence of {@code ]} with a bell.
   */
  private static int endOfSequence(String text, int from) {
    int at = text.charAt(from) == SEQUENCE ? from : from + 1;
    if (at >= text.length()) {
      return at;
    }
    return switch (text.charAt(at)) {
      case '[', SEQUENCE -> endOfParameters(text, at + 1);
      case ']' -> endOfCommand(text, at + 1);
      default -> at + 1;
    };
  }

  private static int endOfParameters(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < '@') {
      at++;
    }
    return Math.min(at + 1, text.length());
  }

  private static int endOfCommand(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != BELL && text.charAt(at) != ESCAPE) {
      at++;
    }
    boolean escaped = text.startsWith(ESCAPE + "\\", at);
    return Math.min(at + (escaped ? 2 : 1), text.length());
  }
}
