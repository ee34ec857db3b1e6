package dev.kiln.sdk.schema;

import dev.kiln.sdk.Json;
import dev.kiln.sdk.ValueText;
import dev.kiln.yaml.node.Node;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One requirement of a schema. */
@FunctionalInterface
interface Constraint {
  /**
   * The expected value, if the given one does not fit. Null if it fits, or if the constraint does
   * not apply to its type.
   */
  @Nullable String expectedIfInvalid(Node value);

  static Constraint oneOf(List<Node> values) {
    Set<String> allowed = new HashSet<>();
    Set<String> shown = new LinkedHashSet<>();
    for (Node value : values) {
      allowed.add(Json.canonical(value));
      shown.add(value.isScalar() && !value.isNull() ? value.text() : ValueText.of(value));
    }
    String expected = ValueText.oneOf(shown);
    return value -> allowed.contains(Json.canonical(value)) ? null : expected;
  }

  static Constraint pattern(String regex) {
    Pattern pattern = Pattern.compile(regex);
    return value ->
        value.isString() && !pattern.matcher(value.text()).find()
            ? "a text that matches " + regex
            : null;
  }

  static Constraint format(String format) {
    return value ->
        value.isString() && !StringFormats.fits(format, value.text())
            ? "a text of format " + format
            : null;
  }

  /** Counts characters, not UTF-16 units. */
  static Constraint length(long least, long most) {
    return value -> {
      if (!value.isString()) {
        return null;
      }
      String text = value.text();
      return expectedIfOutside(text.codePointCount(0, text.length()), least, most, "character");
    };
  }

  static Constraint itemCount(long least, long most) {
    return value -> value.isList() ? expectedIfOutside(value.size(), least, most, "item") : null;
  }

  static Constraint fieldCount(long least, long most) {
    return value -> value.isMap() ? expectedIfOutside(value.size(), least, most, "field") : null;
  }

  static Constraint uniqueItems() {
    return value -> {
      if (value.isList()) {
        var seen = new HashSet<String>();
        int i = 0;
        for (Node item : value.items()) {
          if (!seen.add(Json.canonical(item))) {
            return "no item twice, but [" + i + "] repeats one";
          }
          i++;
        }
      }
      return null;
    };
  }

  static Constraint atLeast(BigDecimal bound, boolean exclusive) {
    return value -> {
      BigDecimal number = Json.numberOf(value);
      boolean fits = number == null || number.compareTo(bound) >= (exclusive ? 1 : 0);
      return fits ? null : (exclusive ? "more than " : "at least ") + bound;
    };
  }

  static Constraint atMost(BigDecimal bound, boolean exclusive) {
    return value -> {
      BigDecimal number = Json.numberOf(value);
      boolean fits = number == null || number.compareTo(bound) <= (exclusive ? -1 : 0);
      return fits ? null : (exclusive ? "less than " : "at most ") + bound;
    };
  }

  static Constraint multipleOf(BigDecimal factor) {
    return value -> {
      BigDecimal number = Json.numberOf(value);
      return number == null || number.remainder(factor).signum() == 0
          ? null
          : "a multiple of " + factor;
    };
  }

  private static @Nullable String expectedIfOutside(
      long found, long least, long most, String thing) {
    if (found < least) {
      return "at least " + least + " " + thing + (least == 1 ? "" : "s");
    }
    return found > most ? "at most " + most + " " + thing + (most == 1 ? "" : "s") : null;
  }
}
