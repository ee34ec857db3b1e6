package dev.kiln.bench.load.callers;

import java.util.Arrays;

/** The durations of calls, and their percentiles. */
public final class Latencies {
  private long[] nanos = new long[1 << 12];
  private int count;
  private boolean sorted;

  public void add(long took) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = took;
    sorted = false;
  }

  public int count() {
    return count;
  }

  /** The least duration, in milliseconds, that this percentage of the calls did not exceed. */
  public double percentile(double percent) {
    if (count == 0) {
      throw new IllegalStateException("no call was made");
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, count);
      sorted = true;
    }
    int rank = (int) Math.ceil(percent / 100 * count);
    return nanos[Math.max(rank, 1) - 1] / 1e6;
  }
}
