package dev.kiln.runtime.programs;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What happened to the children of one function, and how many there are now. */
public final class PoolCounts {
  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder starts = new LongAdder();
  final LongAdder failedStarts = new LongAdder();
  final LongAdder deaths = new LongAdder();
  final LongAdder waits = new LongAdder();
  final LongAdder waitNanos = new LongAdder();
  final LongAdder idle = new LongAdder();
  final LongAdder busy = new LongAdder();

  PoolCounts() {}

  /** Calls that found a child waiting. */
  public long hits() {
    return hits.sum();
  }

  /** Calls that had one started, or waited for one. */
  public long misses() {
    return misses.sum();
  }

  /** Children that were started. */
  public long starts() {
    return starts.sum();
  }

  /** Children that could not be started. */
  public long failedStarts() {
    return failedStarts.sum();
  }

  /** Children that ended before a call had use for them, unasked. */
  public long deaths() {
    return deaths.sum();
  }

  /** Calls that stood in line for a child. */
  public long waits() {
    return waits.sum();
  }

  /** How long those stood there, together. */
  public Duration waited() {
    return Duration.ofNanos(waitNanos.sum());
  }

  /** Children that wait for a call. */
  public long idle() {
    return idle.sum();
  }

  /** Children that a call uses. */
  public long busy() {
    return busy.sum();
  }
}
