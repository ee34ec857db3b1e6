package dev.kiln.net;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Reads the q-values of a header that accepts some of several values. */
public final class QualityValues {
  private QualityValues() {}

  /**
   * The weight of a value, from 0 to 1. The most precise part that matches it counts: itself, its
   * kind ({@code text/*}), then a star.
   */
  public static double of(String header, String value) {
    double weight = 0;
    int precision = 0;
    for (String part : header.split(",", -1)) {
      String[] words = part.split(";", -1);
      int match = match(words[0].strip().toLowerCase(Locale.ROOT), value);
      if (match > precision) {
        precision = match;
        weight = weight(words);
      }
    }
    return weight;
  }

  /** The value with the greatest weight, the first among equals, even if none is accepted. */
  public static String best(String header, List<String> values) {
    return values.stream()
        .sorted(Comparator.comparingDouble(value -> -of(header, value)))
        .findFirst()
        .orElseThrow();
  }

  private static int match(String range, String value) {
    if (range.equals(value)) {
      return 3;
    }
    int slash = value.indexOf('/');
    if (slash > 0 && range.equals(value.substring(0, slash) + "/*")) {
      return 2;
    }
    return range.equals("*/*") || range.equals("*") ? 1 : 0;
  }

  private static double weight(String[] words) {
    for (int i = 1; i < words.length; i++) {
      String word = words[i].strip().toLowerCase(Locale.ROOT);
      if (word.startsWith("q=")) {
        try {
          return Math.clamp(Double.parseDouble(word.substring(2).strip()), 0, 1);
        } catch (NumberFormatException e) {
          return 0; // what cannot be read is not wanted
        }
      }
    }
    return 1;
  }
}
