package dev.kiln.yaml.node;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Pattern;

/**
 * The types and values of plain scalars. The rules are those of the Go readers (yaml.v3), which
 * follow neither YAML 1.1 nor YAML 1.2.
 */
public final class PlainScalars {
  private static final BigInteger MAX_UNSIGNED =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger MIN_SIGNED = BigInteger.ONE.shiftLeft(63).negate();
  private static final BigInteger MAX_SIGNED = MAX_UNSIGNED.shiftRight(1);

  private PlainScalars() {}

  /** Needed only if the first character does not decide the type. */
  private static final class Forms {
    static final Pattern DECIMAL =
        Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    static final Pattern DOT = Pattern.compile("\\.[0-9](_?[0-9])*([eE][-+]?[0-9](_?[0-9])*)?");
    static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d\\d?)-(\\d\\d?)");
    static final Pattern TIME =
        Pattern.compile(
            "(\\d{4}-\\d\\d?-\\d\\d?)(?:([Tt])|( ))(\\d\\d?):(\\d\\d?):(\\d\\d?)([.,]\\d+)?(Z|[+-]\\d\\d:\\d\\d)?");

    private Forms() {}
  }

  /** The type of a plain text without a tag. */
  static Node.Type type(byte[] b, int start, int end) {
    if (start == end) {
      return Node.Type.NULL;
    }
    int c = b[start];
    if ((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.') {
      return end - start == 1 && (c < '0' || c > '9')
          ? Node.Type.STRING
          : numberType(b, start, end);
    }
    return switch (c) {
      case '~' -> end - start == 1 ? Node.Type.NULL : Node.Type.STRING;
      case 'n', 'N' -> isWord(b, start, end, "null") ? Node.Type.NULL : Node.Type.STRING;
      case 't', 'T' -> isWord(b, start, end, "true") ? Node.Type.BOOLEAN : Node.Type.STRING;
      case 'f', 'F' -> isWord(b, start, end, "false") ? Node.Type.BOOLEAN : Node.Type.STRING;
      default -> Node.Type.STRING;
    };
  }

  public static Node.Type type(String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return type(bytes, 0, bytes.length);
  }

  /** Whether a text is a word in lower case, in upper case, or with an initial capital. */
  private static boolean isWord(byte[] b, int start, int end, String word) {
    if (end - start != word.length()) {
      return false;
    }
    boolean lower = true;
    boolean upper = true;
    for (int i = 0; i < word.length(); i++) {
      boolean same = b[start + i] == word.charAt(i);
      boolean capital = b[start + i] == word.charAt(i) - 32;
      lower &= same || (i == 0 && capital);
      upper &= capital;
    }
    return lower || upper;
  }

  private static Node.Type numberType(byte[] b, int start, int end) {
    if (isShortDecimal(b, start, end)) {
      return Node.Type.INTEGER;
    }
    return numberType(new String(b, start, end - start, java.nio.charset.StandardCharsets.UTF_8));
  }

  /** The common case: a few decimal digits without a leading zero. */
  private static boolean isShortDecimal(byte[] b, int start, int end) {
    if (end - start > 18 || (b[start] == '0' && end - start > 1)) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (b[i] < '0' || b[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static Node.Type numberType(String text) {
    char first = text.charAt(0);
    if (first == '.') {
      boolean special = isNan(text) || isInfinity(text);
      boolean number = Forms.DOT.matcher(text).matches() && isFinite(text.replace("_", ""));
      return special || number ? Node.Type.FLOAT : Node.Type.STRING;
    }
    if (isInfinity(text)) {
      return Node.Type.FLOAT;
    }
    if (isTime(text)) {
      return Node.Type.STRING;
    }
    var bare = text.replace("_", "");
    if (parseInteger(bare) != null) {
      return Node.Type.INTEGER;
    }
    boolean number = Forms.DECIMAL.matcher(bare).matches() && isFinite(bare);
    return number ? Node.Type.FLOAT : Node.Type.STRING;
  }

  private static boolean isNan(String text) {
    return text.equals(".nan") || text.equals(".NaN") || text.equals(".NAN");
  }

  private static boolean isInfinity(String text) {
    int sign = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    return text.length() == sign + 4
        && (text.endsWith(".inf") || text.endsWith(".Inf") || text.endsWith(".INF"));
  }

  private static boolean isFinite(String number) {
    return !Double.isInfinite(Double.parseDouble(number));
  }

  /** Whether a text is a date or a time. Functions get these as text. */
  static boolean isTime(String text) {
    if (text.length() < 8 || text.charAt(4) != '-') {
      return false;
    }
    var date = Forms.DATE.matcher(text);
    if (date.matches()) {
      return isDate(text);
    }
    var time = Forms.TIME.matcher(text);
    if (!time.matches()
        || !isDate(time.group(1))
        || (time.group(2) != null && time.group(8) == null)) {
      return false;
    }
    if (time.group(3) != null && time.group(8) != null) {
      return false;
    }
    return isTime(time.group(4), time.group(5), time.group(6));
  }

  private static boolean isDate(String text) {
    var parts = text.split("-", -1);
    try {
      LocalDate.of(
          Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static boolean isTime(String hour, String minute, String second) {
    try {
      LocalTime.of(Integer.parseInt(hour), Integer.parseInt(minute), Integer.parseInt(second));
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  /** The integer that a text without underscores stands for, or null. */
  private static @org.jspecify.annotations.Nullable BigInteger parseInteger(String text) {
    int sign = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int radix = 10;
    int from = sign;
    if (text.length() > sign + 1 && text.charAt(sign) == '0') {
      char mark = text.charAt(sign + 1);
      radix = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
      boolean marked = radix != 8 || mark == 'o' || mark == 'O';
      from = marked ? sign + 2 : sign + 1;
    }
    boolean negative = text.charAt(0) == '-';
    if (sign == 0 && from == 2 && from < text.length() && "+-".indexOf(text.charAt(2)) >= 0) {
      // Go accepts a sign after the prefixes that its own code checks.
      if (text.charAt(1) != 'o' && text.charAt(1) != 'b') {
        return null;
      }
      negative = text.charAt(2) == '-';
      from++;
    }
    if (from == text.length()) {
      return null;
    }
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) > 'f' || Character.digit(text.charAt(i), radix) < 0) {
        return null;
      }
    }
    if (text.length() - from > 80 && radix == 10) {
      return null;
    }
    var value = new BigInteger(text.substring(from), radix);
    if (negative) {
      value = value.negate();
    }
    var maximum = sign == 0 ? MAX_UNSIGNED : MAX_SIGNED;
    return value.compareTo(maximum) > 0 || value.compareTo(MIN_SIGNED) < 0 ? null : value;
  }

  /** The value of a text of type INTEGER: a Long if it fits, else a BigInteger. */
  public static Number integerValue(String text) {
    var value = parseInteger(text.replace("_", ""));
    if (value == null) {
      throw new IllegalArgumentException(text + " is no integer");
    }
    return value.bitLength() < 64 ? (Number) value.longValue() : value;
  }

  /**
   * The value of a text of type FLOAT, with its digits unchanged; infinities and NaN are a Double.
   */
  public static Number floatValue(String text) {
    if (isNan(text)) {
      return Double.NaN;
    }
    if (isInfinity(text)) {
      return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    var bare = text.replace("_", "");
    var whole = parseInteger(bare);
    return whole == null ? parseDecimal(bare) : new BigDecimal(whole);
  }

  private static Number parseDecimal(String text) {
    double value = Double.parseDouble(text);
    try {
      return value == 0 || text.length() > 1000 ? (Number) value : new BigDecimal(text);
    } catch (NumberFormatException _) {
      return value; // BigDecimal does not accept such an exponent
    }
  }
}
