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
  private final BitSet openMaps = new BitSet();
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
    boolean good = readValue();
    while (good && depth > 0) {
      good = readNext(openMaps.get(depth - 1));
    }
    skipBlanks();
    return good && at == text.length;
  }

  /** Reads a scalar, or the opening of a map or list. */
  private boolean readValue() {
    skipBlanks();
    return switch (at < text.length ? text[at] : 0) {
      case '{' -> openCollection(true);
      case '[' -> openCollection(false);
      case '"' -> readString();
      case 't' -> readWord("true");
      case 'f' -> readWord("false");
      case 'n' -> readWord("null");
      default -> readNumber();
    };
  }

  private boolean openCollection(boolean map) {
    openMaps.set(depth++, map);
    at++;
    justOpened = true;
    return true;
  }

  /** Reads the end of the innermost map or list, or its next entry or item. */
  private boolean readNext(boolean map) {
    boolean first = justOpened;
    justOpened = false;
    if (accept(map ? '}' : ']')) {
      depth--;
      return true;
    }
    return (first || accept(',')) && (map ? readEntry() : readValue());
  }

  private boolean readEntry() {
    skipBlanks();
    return at < text.length && text[at] == '"' && readString() && accept(':') && readValue();
  }

  private boolean accept(char c) {
    skipBlanks();
    boolean isPresent = at < text.length && text[at] == c;
    if (isPresent) {
      at++;
    }
    return isPresent;
  }

  private void skipBlanks() {
    while (at < text.length
        && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
      at++;
    }
  }

  private boolean readString() {
    for (at++; at < text.length; at++) {
      if (text[at] == '"') {
        at++;
        return true;
      }
      if (text[at] >= 0 && text[at] < ' ') {
        return false;
      }
      if (text[at] == '\\' && !readEscape()) {
        return false;
      }
    }
    return false;
  }

  private boolean readEscape() {
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

  private boolean readWord(String word) {
    int end = at + word.length();
    boolean isPresent =
        end <= text.length
            && Arrays.equals(text, at, end, word.getBytes(US_ASCII), 0, word.length());
    at = end;
    return isPresent;
  }

  private boolean readNumber() {
    int start = at;
    while (at < text.length && "+-.0123456789eE".indexOf(text[at]) >= 0) {
      at++;
    }
    return Json.isNumber(new String(text, start, at - start, US_ASCII));
  }
}
