package dev.kiln.runtime.remote;

import java.time.Duration;

/** Computes when to start a server again. Not thread-safe. */
final class RestartBackoff {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int DOUBLINGS = 9; // the delay is at its maximum by then

  /** A server that lived longer than this counts as healthy. */
  private static final Duration HEALTHY_LIFE = Duration.ofSeconds(10);

  private int failures;
  private long nextStart = System.nanoTime();

  /** Records a failed start. */
  void recordFailure() {
    failures++;
    pause();
  }

  /** Records that a server ended by itself. The first restart comes at once. */
  void recordEnd(Duration life) {
    failures = life.compareTo(HEALTHY_LIFE) > 0 ? 1 : failures + 1;
    if (failures > 1) {
      pause();
    } else {
      nextStart = System.nanoTime();
    }
  }

  private void pause() {
    long nanos = FIRST.toNanos() << Math.min(failures - 1, DOUBLINGS);
    nextStart = System.nanoTime() + Math.min(nanos, LONGEST.toNanos());
  }

  /** How long to wait before the next start. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nextStart - System.nanoTime()));
  }
}
