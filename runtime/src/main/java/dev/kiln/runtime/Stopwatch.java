package dev.kiln.runtime;

import java.time.Duration;

/** Measures consecutive phases. */
final class Stopwatch {
  private long last = System.nanoTime();

  /** The time since the last lap, or since the start. */
  Duration lapTime() {
    long now = System.nanoTime();
    Duration phase = Duration.ofNanos(now - last);
    last = now;
    return phase;
  }
}
