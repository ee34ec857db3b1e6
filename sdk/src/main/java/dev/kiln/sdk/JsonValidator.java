package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Tells whether a text that YAML can read is also JSON: it has no comment, no unquoted word and no
 * extra comma. It takes one pass, without recursion.
 */
final class JsonValidator {
  private final byte[] text;
  private final BitSet maps = new BitSet();
  private int depth;
  private boolean justOpened;
  private int at;

  private JsonValidator(byte[] text) {
    this.text = text;
  }

  static boolean isJson(byte[] text) {
    return new JsonValidator(text).isOneValue();
  }

  private boolean isOneValue() {
    boolean good = value();
    while (good && depth > 0) {
      good = next(maps.get(depth - 1));
    }
    blanks();
    return good && at == text.length;
  }

  /** Reads a scalar, or the opening of a map or list. */
  private boolean value() {
    blanks();
    return switch (at < text.length ? text[at] : 0) {
      case '{' -> opened(true);
      case '[' -> opened(false);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  private boolean opened(boolean map) {
    maps.set(depth++, map);
    at++;
    justOpened = true;
    return true;
  }

  /** Reads the end of the innermost map or list, or its next entry or item. */
  private boolean next(boolean map) {
    boolean first = justOpened;
    justOpened = false;
    if (takes(map ? '}' : ']')) {
      depth--;
      return true;
    }
    return (first || takes(',')) && (map ? entry() : value());
  }

  private boolean entry() {
    blanks();
    return at < text.length && text[at] == '"' && string() && takes(':') && value();
  }

  private boolean takes(char c) {
    blanks();
    boolean there = at < text.length && text[at] == c;
    if (there) {
      at++;
    }
    return there;
  }

  private void blanks() {
    while (at < text.length
        && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
      at++;
    }
  }

  private boolean string() {
    for (at++; at < text.length; at++) {
      if (text[at] == '"') {
        at++;
        return true;
      }
      if (text[at] >= 0 && text[at] < ' ') {
        return false;
      }
      if (text[at] == '\\' && !escape()) {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    at++;
    if (at < text.length && text[at] == 'u') {
      for (int end = at + 4; at < end; ) {
        at++;
        if (at >= text.length || Character.digit(text[at], 16) < 0) {
          return false;
        }
      }
      return true;
    }
    return at < text.length && "\"\\/bfnrt".indexOf(text[at]) >= 0;
  }

  private boolean word(String word) {
    int end = at + word.length();
    boolean there =
        end <= text.length
            && Arrays.equals(text, at, end, word.getBytes(US_ASCII), 0, word.length());
    at = end;
    return there;
  }

  private boolean number() {
    int start = at;
    while (at < text.length && "+-.0123456789eE".indexOf(text[at]) >= 0) {
      at++;
    }
    return Json.isNumber(new String(text, start, at - start, US_ASCII));
  }
}
