package dev.kiln.sdk;

/** Indents JSON for people. */
final class IndentedJson {
  private final String json;
  private final StringBuilder out = new StringBuilder();
  private int depth;

  private IndentedJson(String json) {
    this.json = json;
  }

  /** The same, a line for each value; it must be JSON without spaces between its tokens. */
  static String of(String json) {
    var indented = new IndentedJson(json);
    indented.write();
    return indented.out.toString();
  }

  private void write() {
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      switch (c) {
        case '"' -> i = text(i);
        case '{', '[' -> i = open(i);
        case '}', ']' -> {
          depth--;
          line().append(c);
        }
        case ',' -> {
          out.append(c);
          line();
        }
        case ':' -> out.append(": ");
        default -> out.append(c);
      }
    }
  }

  /** Appends a text and returns the place of its last quote. */
  private int text(int from) {
    int end = from + 1;
    while (json.charAt(end) != '"') {
      end += json.charAt(end) == '\\' ? 2 : 1;
    }
    out.append(json, from, end + 1);
    return end;
  }

  /** Begins a map or list; an empty one ends at once. Returns the place of what was appended. */
  private int open(int at) {
    out.append(json.charAt(at));
    char next = json.charAt(at + 1);
    if (next == '}' || next == ']') {
      out.append(next);
      return at + 1;
    }
    depth++;
    line();
    return at;
  }

  private StringBuilder line() {
    return out.append('\n').repeat("  ", depth);
  }
}
