package dev.kiln.yaml.write;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.PlainScalars;
import dev.kiln.yaml.table.NodeKind;
import java.util.Set;

/**
 * Writes strings so that every reader reads them as strings. A string is plain if every Go reader
 * reads the plain text as that string; else it is quoted.
 */
public final class ScalarWriter {
  /**
   * Words that YAML 1.1 readers take for booleans, and words that some readers take for a merge key
   * or a default value.
   */
  private static final Set<String> AMBIGUOUS_WORDS =
      Set.of(
          "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off",
          "OFF", "=", "<<", "---", "...");

  private static final String NOT_AT_START = ",[]{}#&*!|>'\"%@`";
  private static final String HEX = "0123456789abcdef";

  private ScalarWriter() {}

  /**
   * Writes a string on one line.
   *
   * @param style the quotes to use if they can hold the string: {@link NodeKind#PLAIN}, {@link
   *     NodeKind#SINGLE_QUOTED} or {@link NodeKind#DOUBLE_QUOTED}
   * @param flow whether the string is in a flow collection
   */
  static void write(ByteBuilder out, String text, int style, boolean flow) {
    if (style == NodeKind.PLAIN && isPlain(text, flow)) {
      out.add(text);
    } else if (style == NodeKind.SINGLE_QUOTED && isPrintable(text)) {
      writeSingleQuoted(out, text);
    } else {
      writeDoubleQuoted(out, text);
    }
  }

  /** Whether a string may be written without quotes. */
  static boolean isPlain(String text, boolean flow) {
    return isPlainText(text, flow) && readsAsString(text);
  }

  /** Whether a text can be written without quotes, whatever its meaning then. */
  static boolean isPlainText(String text, boolean flow) {
    int length = text.length();
    if (length == 0
        || !mayBeginPlain(text)
        || text.charAt(length - 1) == ' '
        || text.charAt(length - 1) == ':') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean bad =
          switch (c) {
            case ':' -> text.charAt(i + 1) == ' ' || (flow && isFlow(text.charAt(i + 1)));
            case '#' -> i > 0 && text.charAt(i - 1) == ' ';
            case ',', '[', ']', '{', '}', '?' -> flow; // some readers take ? for a key there
            default -> c < 0x20 || (c > 0x7E && !isPrintable(text, i));
          };
      if (bad) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFlow(char c) {
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
  }

  private static boolean mayBeginPlain(String text) {
    char c = text.charAt(0);
    if (c == '-' || c == '?' || c == ':') {
      return text.length() > 1
          && text.charAt(1) != ' '
          && !isFlow(text.charAt(1))
          && !text.startsWith("---")
          && c != ':';
    }
    return c > ' ' && NOT_AT_START.indexOf(c) < 0 && !text.startsWith("...");
  }

  private static boolean readsAsString(String text) {
    char c = text.charAt(0);
    boolean word =
        (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '=' || c == '<' || c == '~';
    if (word) {
      return text.length() > 5
          || (!AMBIGUOUS_WORDS.contains(text) && PlainScalars.type(text) == Node.Type.STRING);
    }
    boolean number = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    return !number
        || (PlainScalars.type(text) == Node.Type.STRING
            && !isSexagesimal(text)
            && !isDate(text)
            && !isOverflowingFloat(text));
  }

  /** Whether a text looks like {@code 23:59}, which some readers take for a number. */
  private static boolean isSexagesimal(String text) {
    int i = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    if (i == text.length() || !isDigit(text.charAt(i)) || text.indexOf(':') < 0) {
      return false;
    }
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isDigit(c) && c != ':' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  /** Whether a text looks like the date {@code 2024-02-29}. */
  private static boolean isDate(String text) {
    if (text.length() < 8 || text.charAt(4) != '-') {
      return false;
    }
    for (int i = 0; i < 4; i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    int i = 5;
    while (i < text.length() && isDigit(text.charAt(i))) {
      i++;
    }
    return i > 5 && i < text.length() && text.charAt(i) == '-' && isDayAt(text, i + 1);
  }

  private static boolean isDayAt(String text, int at) {
    int i = at;
    while (i < text.length() && isDigit(text.charAt(i))) {
      i++;
    }
    return i > at && i <= at + 2 && (i == text.length() || "Tt ".indexOf(text.charAt(i)) >= 0);
  }

  /**
   * Whether a text is like {@code 1e400}, which Go reads as a string and other readers as infinity.
   */
  private static boolean isOverflowingFloat(String text) {
    boolean exponent = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'e' || c == 'E') {
        if (exponent || i == 0) {
          return false;
        }
        exponent = true;
      } else if (!isDigit(c) && c != '.' && c != '-' && c != '+' && c != '_') {
        return false;
      }
    }
    return exponent && isDigit(text.charAt(text.length() - 1));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether a text is on one line and needs no escape. */
  public static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || (c > 0x7E && !isPrintable(text, i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a character that is not ASCII needs no escape. */
  public static boolean isPrintable(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return c >= 0xA0 && c != 0x2028 && c != 0x2029 && c != 0xFEFF && c < 0xFFFE;
  }

  static void writeSingleQuoted(ByteBuilder out, String text) {
    out.add('\'');
    out.add(text.indexOf('\'') < 0 ? text : text.replace("'", "''"));
    out.add('\'');
  }

  /** Writes a text in double quotes, with the escapes that JSON and YAML share. */
  static void writeDoubleQuoted(ByteBuilder out, String text) {
    out.add('"');
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean ascii = c >= 0x20 && c <= 0x7E;
      boolean raw = ascii ? (c != '"' && c != '\\') : (c > 0x7E && isPrintable(text, i));
      if (!raw) {
        out.add(text.substring(from, i));
        writeEscape(out, c);
        from = i + 1;
      }
    }
    out.add(from == 0 ? text : text.substring(from));
    out.add('"');
  }

  private static void writeEscape(ByteBuilder out, char c) {
    int named = "\"\\\b\f\n\r\t".indexOf(c);
    out.add('\\');
    if (named >= 0) {
      out.add("\"\\bfnrt".charAt(named));
      return;
    }
    if (Character.isSurrogate(c)) {
      throw new IllegalArgumentException("half of a surrogate pair cannot be written");
    }
    out.add('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.add(HEX.charAt(c >> shift & 15));
    }
  }
}
