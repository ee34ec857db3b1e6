package dev.kiln.server.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the Date header, made once a second. Safe for many threads. */
final class DateHeader {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static volatile DateHeader last = new DateHeader(0);

  private final long second;
  private final String current;

  private DateHeader(long second) {
    this.second = second;
    this.current = FORM.format(Instant.ofEpochSecond(second));
  }

  static String current() {
    long second = System.currentTimeMillis() / 1000;
    DateHeader now = last;
    if (now.second != second) {
      now = new DateHeader(second);
      last = now;
    }
    return now.current;
  }
}
