package dev.kiln.runtime.programs;

import java.time.Duration;

/** How long to leave alone what goes wrong again and again. Not safe for several threads. */
final class Backoff {
  private static final long FIRST = Duration.ofMillis(100).toNanos();
  private static final long LONGEST = Duration.ofSeconds(30).toNanos();
  private static final int DOUBLINGS = 9; // by then the longest is reached

  private int failures;
  private long until;

  /** It went wrong, now; what went wrong together counts once. */
  void failed(long now) {
    if (left(now) > 0) {
      return;
    }
    until = now + Math.min(LONGEST, FIRST << Math.min(failures, DOUBLINGS));
    failures++;
  }

  /** It went well. */
  void clear() {
    failures = 0;
  }

  /** How long it is still to be left alone. */
  long left(long now) {
    return failures == 0 ? 0 : Math.max(0, until - now);
  }
}
