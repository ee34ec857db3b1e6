package dev.kiln.runtime.programs;

import java.time.Duration;

/** Computes how long to wait before the next attempt after repeated failures. Not thread-safe. */
final class Backoff {
  private static final long FIRST = Duration.ofMillis(100).toNanos();
  private static final long LONGEST = Duration.ofSeconds(30).toNanos();
  private static final int DOUBLINGS = 9; // the delay is at its maximum by then

  private int failures;
  private long until;

  /**
   * Records a failure at this time. A failure during the delay of an earlier one does not count.
   */
  void failed(long now) {
    if (left(now) > 0) {
      return;
    }
    until = now + Math.min(LONGEST, FIRST << Math.min(failures, DOUBLINGS));
    failures++;
  }

  /** Records a success. */
  void clear() {
    failures = 0;
  }

  /** The rest of the delay, in nanoseconds. */
  long left(long now) {
    return failures == 0 ? 0 : Math.max(0, until - now);
  }
}
