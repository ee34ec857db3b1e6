package dev.kiln.server.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The time as a response tells it, made anew once a second. Safe for many threads. */
final class Now {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static volatile Now last = new Now(0);

  private final long second;
  private final String text;

  private Now(long second) {
    this.second = second;
    this.text = FORM.format(Instant.ofEpochSecond(second));
  }

  static String text() {
    long second = System.currentTimeMillis() / 1000;
    Now now = last;
    if (now.second != second) {
      now = new Now(second);
      last = now;
    }
    return now.text;
  }
}
