package dev.kiln.server;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Reads numbers with units as the Kubernetes world writes them. */
final class Amounts {
  private static final Map<String, Long> BYTES =
      Map.of("", 1L, "Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30);
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);
  private static final int DIGITS = 12; // no product with a unit overflows

  private Amounts() {}

  /** A number of bytes, {@code 4194304} or {@code 4Mi}. */
  static Optional<Long> bytes(String text) {
    return inUnits(text, digits(text, 0), BYTES);
  }

  /** A duration as Go writes it, without fractions: {@code 90s}, {@code 1h30m}. */
  static Optional<Duration> duration(String text) {
    Duration sum = Duration.ZERO;
    int at = 0;
    while (at < text.length()) {
      int unit = digits(text, at);
      int end = unit;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      Optional<Long> part = inUnits(text.substring(at, end), unit - at, MILLIS);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.plusMillis(part.get());
      at = end;
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(sum);
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static Optional<Long> inUnits(String text, int digits, Map<String, Long> units) {
    Long unit = units.get(text.substring(digits));
    return digits == 0 || digits > DIGITS || unit == null
        ? Optional.empty()
        : Optional.of(Long.parseLong(text, 0, digits, 10) * unit);
  }
}
