package dev.kiln.runtime.instances;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happened to the instances of one function, and how many there are now. */
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

  /** Calls that found an idle instance. */
  public long hits() {
    return hits.sum();
  }

  /** Calls that started an instance, or waited for one. */
  public long misses() {
    return misses.sum();
  }

  /** Instances that were started. */
  public long starts() {
    return starts.sum();
  }

  /** Instances that could not be started. */
  public long failedStarts() {
    return failedStarts.sum();
  }

  /** Idle instances that ended by themselves before a call used them. */
  public long deaths() {
    return deaths.sum();
  }

  /** Calls that waited in the queue for an instance. */
  public long waits() {
    return waits.sum();
  }

  /** The total time that calls waited in the queue. */
  public Duration waited() {
    return Duration.ofNanos(waitNanos.sum());
  }

  /** Instances that are idle. */
  public long idle() {
    return idle.sum();
  }

  /** Instances that a call uses. */
  public long busy() {
    return busy.sum();
  }
}
