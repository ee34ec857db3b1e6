package dev.kiln.runtime.instances;

import java.time.Duration;

/** Computes how long to wait before the next attempt after repeated failures. Not thread-safe. */
final class Backoff {
  private static final long FIRST_DELAY = Duration.ofMillis(100).toNanos();
  private static final long MAX_DELAY = Duration.ofSeconds(30).toNanos();
  private static final int DOUBLINGS = 9; // the delay is at its maximum by then

  private int failures;
  private long blockedUntil;

  /**
   * Records a failure at this time. A failure during the delay of an earlier one does not count.
   */
  void recordFailure(long now) {
    if (remaining(now) > 0) {
      return;
    }
    blockedUntil = now + Math.min(MAX_DELAY, FIRST_DELAY << Math.min(failures, DOUBLINGS));
    failures++;
  }

  /** Records a success. */
  void recordSuccess() {
    failures = 0;
  }

  /** The rest of the delay, in nanoseconds. */
  long remaining(long now) {
    return failures == 0 ? 0 : Math.max(0, blockedUntil - now);
  }
}
