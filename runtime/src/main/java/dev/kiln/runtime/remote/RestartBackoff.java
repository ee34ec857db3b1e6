package dev.kiln.runtime.remote;

import java.time.Duration;

/** When a server is started again. Not safe for several threads. */
final class RestartBackoff {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int DOUBLINGS = 9; // by then the longest is reached

  /** One that lived so long is no worse than others. */
  private static final Duration LONG_LIFE = Duration.ofSeconds(10);

  private int failures;
  private long next = System.nanoTime();

  /** A start failed. */
  void failed() {
    failures++;
    pause();
  }

  /** A server ended by itself; the first time it is started again at once. */
  void died(Duration life) {
    failures = life.compareTo(LONG_LIFE) > 0 ? 1 : failures + 1;
    if (failures > 1) {
      pause();
    } else {
      next = System.nanoTime();
    }
  }

  private void pause() {
    long nanos = FIRST.toNanos() << Math.min(failures - 1, DOUBLINGS);
    next = System.nanoTime() + Math.min(nanos, LONGEST.toNanos());
  }

  /** How long not to start one. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, next - System.nanoTime()));
  }
}
