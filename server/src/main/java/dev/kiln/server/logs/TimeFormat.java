package dev.kiln.server.logs;

import java.time.Instant;

/** Formats times and durations without allocating. Not thread-safe. */
final class TimeFormat {
  private long second = Long.MIN_VALUE;
  private String written = "";

  /** RFC 3339 in UTC, with milliseconds. */
  void appendTimestamp(StringBuilder out, long millis) {
    long whole = Math.floorDiv(millis, 1000L);
    if (whole != second) {
      String text = Instant.ofEpochSecond(whole).toString();
      written = text.substring(0, text.length() - 1);
      second = whole;
    }
    out.append(written).append('.');
    threeDigits(out, Math.floorMod(millis, 1000));
    out.append('Z');
  }

  /** In milliseconds, to the microsecond. */
  static void appendMillis(StringBuilder out, java.time.Duration time) {
    long micros = Math.max(0, (time.toNanos() + 500) / 1000);
    out.append(micros / 1000).append('.');
    threeDigits(out, (int) (micros % 1000));
  }

  private static void threeDigits(StringBuilder out, int number) {
    out.append((char) ('0' + number / 100));
    out.append((char) ('0' + number / 10 % 10));
    out.append((char) ('0' + number % 10));
  }
}
