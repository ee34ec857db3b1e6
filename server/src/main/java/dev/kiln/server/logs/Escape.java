package dev.kiln.server.logs;

import java.util.HexFormat;

/** Escapes text, so that it can neither end its line nor leave its quotes. */
final class Escape {
  private static final HexFormat HEX = HexFormat.of();

  private Escape() {}

  /** For people: what is no visible text is written as Java would have it in a literal. */
  static void text(StringBuilder out, String text) {
    append(out, text, false);
  }

  /** For JSON: within quotes, which this writes too. */
  static void quoted(StringBuilder out, String text) {
    out.append('"');
    append(out, text, true);
    out.append('"');
  }

  private static void append(StringBuilder out, String text, boolean quotes) {
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(c, quotes)) {
        continue;
      }
      out.append(text, done, i);
      done = i + 1;
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append("\\u").append(HEX.toHexDigits(c));
      }
    }
    out.append(text, done, text.length());
  }

  private static boolean isPlain(char c, boolean quotes) {
    if (c < 0x7f) {
      return c >= ' ' && c != '\\' && (c != '"' || !quotes);
    }
    // C1 controls, line and paragraph separators, marks that turn the direction of what follows
    return c >= 0xa0
        && c != 0x2028
        && c != 0x2029
        && (c < 0x202a || c > 0x202e)
        && (c < 0x2066 || c > 0x2069);
  }
}
