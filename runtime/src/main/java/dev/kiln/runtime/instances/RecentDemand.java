package dev.kiln.runtime.instances;

import java.time.Duration;

/**
 * Measures how many calls of one function recently ran at once. Calls in quick succession count as
 * one burst, because an instance started in between would slow them down. Not thread-safe.
 */
final class RecentDemand {
  private static final long BURST = Duration.ofMillis(2500).toNanos();
  private static final int PARTS = 4;

  private final long partNanos;
  private final int[] peaks = new int[PARTS + 1]; // one for each part of the time span
  private final long[] startTimes; // ring buffer of the last start times
  private long calls;
  private long currentPart;

  /**
   * @param span how long a peak counts; it may count up to a quarter longer
   * @param most the largest number to distinguish
   */
  RecentDemand(Duration span, int most, long now) {
    this.partNanos = Math.max(1, span.toNanos() / PARTS);
    this.startTimes = new long[most];
    this.currentPart = Math.floorDiv(now, partNanos);
  }

  /** Records the start of a call, with this many running or waiting. */
  void callStarted(long now, int atOnce) {
    advanceTo(now);
    startTimes[(int) (calls++ % startTimes.length)] = now;
    int known = (int) Math.min(calls, startTimes.length);
    int burst = 0;
    for (int i = 0; i < known; i++) {
      burst += now - startTimes[i] < BURST ? 1 : 0;
    }
    int slot = (int) Math.floorMod(currentPart, (long) peaks.length);
    peaks[slot] = Math.max(peaks[slot], Math.min(startTimes.length, Math.max(atOnce, burst)));
  }

  /** The largest number of calls at once. */
  int recentPeak(long now) {
    advanceTo(now);
    int most = 0;
    for (int peak : peaks) {
      most = Math.max(most, peak);
    }
    return most;
  }

  private void advanceTo(long now) {
    long current = Math.floorDiv(now, partNanos);
    for (long next = Math.max(currentPart + 1, current - PARTS); next <= current; next++) {
      peaks[(int) Math.floorMod(next, (long) peaks.length)] = 0;
    }
    currentPart = Math.max(currentPart, current);
  }
}
