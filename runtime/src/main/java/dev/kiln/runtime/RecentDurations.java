package dev.kiln.runtime;

import java.util.Arrays;

/** Records how long the last calls took. */
final class RecentDurations {
  private final long[] times = new long[16]; // guarded by this
  private int count; // guarded by this

  synchronized void add(long nanos) {
    times[count++ % times.length] = nanos;
    if (count == 2 * times.length) {
      count = times.length; // the index in the ring stays the same
    }
  }

  /**
   * The median, so that one call that hung does not distort the value; 0 if there are no calls yet.
   */
  synchronized long median() {
    int known = Math.min(count, times.length);
    if (known == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(times, known);
    Arrays.sort(sorted);
    return sorted[known / 2];
  }
}
