package dev.kiln.runtime;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Parses numbers with units as Kubernetes writes them. */
public final class Quantities {
  private static final Map<String, Long> BYTES =
      Map.of("", 1L, "Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30);
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns",
          1L,
          "us",
          1_000L,
          "\u00b5s",
          1_000L,
          "\u03bcs",
          1_000L,
          "ms",
          1_000_000L,
          "s",
          1_000_000_000L,
          "m",
          60_000_000_000L,
          "h",
          3_600_000_000_000L);
  private static final int DIGITS = 12; // no product with a unit of bytes overflows
  private static final Duration LONGEST = Duration.ofDays(365);

  private Quantities() {}

  /** A number of bytes, {@code 4194304} or {@code 4Mi}. */
  public static Optional<Long> bytes(String text) {
    int digits = digits(text, 0);
    Long unit = BYTES.get(text.substring(digits));
    return digits == 0 || digits > DIGITS || unit == null
        ? Optional.empty()
        : Optional.of(Long.parseLong(text, 0, digits, 10) * unit);
  }

  /** A duration as Go writes it: {@code 90s}, {@code 1h30m}, {@code 1.5s}; at most a year. */
  public static Optional<Duration> duration(String text) {
    Duration sum = Duration.ZERO;
    int at = 0;
    while (at < text.length()) {
      int unit = number(text, at);
      int end = unit;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      Long nanos = NANOS.get(text.substring(unit, end));
      if (nanos == null || unit == at || unit - at > DIGITS) {
        return Optional.empty();
      }
      var part = new BigDecimal(text.substring(at, unit)).multiply(BigDecimal.valueOf(nanos));
      if (part.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
        return Optional.empty();
      }
      sum = sum.plusNanos(part.longValue());
      at = end;
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(sum);
  }

  /** The index after a number, with or without a fraction. */
  private static int number(String text, int from) {
    int whole = digits(text, from);
    boolean fraction = whole > from && whole < text.length() && text.charAt(whole) == '.';
    int end = fraction ? digits(text, whole + 1) : whole;
    return end == whole + 1 && fraction ? from : end;
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }
}
