package dev.kiln.yaml.write;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.PlainScalars;
import java.math.BigDecimal;

/** Converts YAML scalars to JSON, as far as JSON can express them. */
final class JsonScalars {
  private JsonScalars() {}

  /**
   * A plain scalar in JSON notation. Numbers are decimal, without signs and points that JSON does
   * not have.
   */
  static String plainToJson(String text) {
    return switch (PlainScalars.type(text)) {
      case NULL -> "null";
      case BOOLEAN -> text.toLowerCase(java.util.Locale.ROOT);
      case INTEGER -> PlainScalars.integerValue(text).toString();
      case FLOAT -> numberToJson(text);
      case STRING, MAP, LIST -> {
        var out = new ByteBuilder(text.length() + 2);
        ScalarWriter.writeDoubleQuoted(out, text);
        yield new String(out.toBytes(), java.nio.charset.StandardCharsets.UTF_8);
      }
    };
  }

  private static String numberToJson(String text) {
    var value = PlainScalars.floatValue(text);
    if (value instanceof Double d && !Double.isFinite(d)) {
      throw new BadYaml("JSON has no " + text, 0, 0);
    }
    if (isNumber(text)) {
      return text;
    }
    var digits = value.toString();
    return value instanceof BigDecimal || isNumber(digits)
        ? digits
        : new BigDecimal(digits).toString();
  }

  /** Whether the text already is a JSON number. */
  private static boolean isNumber(String text) {
    int i = text.startsWith("-") ? 1 : 0;
    int whole = i;
    i = skipDigits(text, i);
    if (i == whole || (text.charAt(whole) == '0' && i > whole + 1)) {
      return false;
    }
    if (i < text.length() && text.charAt(i) == '.') {
      int fraction = i + 1;
      i = skipDigits(text, fraction);
      if (i == fraction) {
        return false;
      }
    }
    if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
      int exponent = i + 1;
      if (exponent < text.length()
          && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
        exponent++;
      }
      i = skipDigits(text, exponent);
      if (i == exponent) {
        return false;
      }
    }
    return i == text.length();
  }

  private static int skipDigits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  /** A key for JSON, which must be a string. */
  static String requireStringKey(Node key) {
    if (!key.isString()) {
      throw new BadYaml("JSON has only strings as keys, this is none", key.line(), key.column());
    }
    return key.text();
  }
}
