package dev.kiln.bench.load;

import java.util.Locale;

/**
 * A measured figure and the limit that it must meet.
 *
 * @param why the bound in words, if a number alone does not say it
 */
public record Must(String what, double found, Relation relation, double bound, String why) {
  /** Whether the bound is an upper or a lower limit. */
  public enum Relation {
    AT_MOST,
    AT_LEAST
  }

  /** A figure that must not be more or less than its bound. */
  public static Must atMost(String what, double found, double bound, String why) {
    return new Must(what, found, Relation.AT_MOST, bound, why);
  }

  /** A figure that must not be more or less than its bound. */
  public static Must atLeast(String what, double found, double bound, String why) {
    return new Must(what, found, Relation.AT_LEAST, bound, why);
  }

  /** Whether the figure meets its bound. */
  public boolean met() {
    return switch (relation) {
      case AT_MOST -> found <= bound;
      case AT_LEAST -> found >= bound;
    };
  }

  /** The figure and its bound as a line for people. */
  public String line() {
    return "%s %s: %s (must: %s %s%s)"
        .formatted(
            met() ? "met:   " : "missed:",
            what,
            number(found),
            relation.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            number(bound),
            why.isEmpty() ? "" : ", " + why);
  }

  /** Three digits or more, and no exponent. */
  private static String number(double value) {
    boolean whole = value >= 100 || value == Math.rint(value);
    int decimals = whole ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
