package dev.kiln.functions.searchreplace;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.kiln.sdk.BadInput;

/**
 * A pattern for the file of an item: {@code **}{@code /setters.yaml}, {@code env/*.yaml}, {@code
 * {a,b}/[!x]?.yaml}.
 */
final class FilePattern {
  private static final String ENDS_EARLY = "the pattern ends too early";

  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private int at;
  private int depth;

  private FilePattern(String glob) {
    this.glob = glob;
  }

  /** Returns a regular expression for the whole path. */
  static Pattern compile(String glob) {
    try {
      return Pattern.compile(new FilePattern(glob).translate(), Pattern.DOTALL);
    } catch (PatternSyntaxException | IllegalStateException _) {
      throw new BadInput("data.by-file-path", glob, "a file path pattern: * ** ? [class] {a,b} \\");
    }
  }

  private String translate() {
    while (at < glob.length()) {
      char c = glob.charAt(at++);
      switch (c) {
        case '*' -> translateStar();
        case '?' -> regex.append("[^/]");
        case '[' -> translateClass();
        case '{' -> openBrace();
        case '}' -> closeBrace();
        case ',' -> regex.append(depth > 0 ? "|" : ",");
        case '\\' -> appendLiteral();
        case '/' -> translateSlash();
        default -> {
          at--;
          appendLiteral();
        }
      }
    }
    if (depth > 0) {
      throw new IllegalStateException("a brace is open");
    }
    return regex.toString();
  }

  /**
   * Handles stars. Two stars between slashes match any number of folders; any other star stays
   * within one folder.
   */
  private void translateStar() {
    boolean whole = at == 1 || "/{,".indexOf(glob.charAt(at - 2)) >= 0;
    boolean two = peek(0) == '*';
    if (two) {
      at++;
    }
    if (whole && two && peek(0) == '/') {
      at++;
      regex.append("(?:[^/]*/)*");
    } else if (whole && two && (at == glob.length() || peek(0) == '}' || peek(0) == ',')) {
      regex.append(".*");
    } else {
      regex.append("[^/]*");
    }
  }

  /** Handles a slash. A pattern that ends in two stars also matches the folder itself. */
  private void translateSlash() {
    if (glob.startsWith("**", at) && at + 2 == glob.length()) {
      at += 2;
      regex.append("(?:/.*)?");
    } else {
      regex.append('/');
    }
  }

  private void translateClass() {
    regex.append('[');
    if (peek(0) == '!' || peek(0) == '^') {
      at++;
      regex.append('^');
    }
    for (char c = next(); c != ']'; c = next()) {
      if (c == '-') {
        regex.append('-');
      } else {
        at -= c == '\\' ? 0 : 1;
        appendLiteral();
      }
    }
    regex.append(']');
  }

  private void openBrace() {
    depth++;
    regex.append("(?:");
  }

  private void closeBrace() {
    if (depth > 0) {
      depth--;
      regex.append(')');
    } else {
      regex.append("\\}");
    }
  }

  /** Adds the next character literally, whether it takes one {@code char} or two. */
  private void appendLiteral() {
    if (at == glob.length()) {
      throw new IllegalStateException(ENDS_EARLY);
    }
    int c = glob.codePointAt(at);
    at += Character.charCount(c);
    regex.append(Pattern.quote(Character.toString(c)));
  }

  private char next() {
    if (at == glob.length()) {
      throw new IllegalStateException(ENDS_EARLY);
    }
    return glob.charAt(at++);
  }

  private char peek(int ahead) {
    return at + ahead < glob.length() ? glob.charAt(at + ahead) : 0;
  }
}
