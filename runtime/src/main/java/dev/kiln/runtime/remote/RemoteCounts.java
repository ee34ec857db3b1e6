package dev.kiln.runtime.remote;

import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one function and the events of its servers, for metrics. */
public final class RemoteCounts {
  final LongAdder calls = new LongAdder();
  final LongAdder retries = new LongAdder();
  final LongAdder starts = new LongAdder();
  final LongAdder failedStarts = new LongAdder();
  final LongAdder deaths = new LongAdder();
  final LongAdder recycled = new LongAdder();

  RemoteCounts() {}

  /** Calls received. */
  public long calls() {
    return calls.sum();
  }

  /** Times a call was sent once more, to another address or over another connection. */
  public long retries() {
    return retries.sum();
  }

  /** Servers that were started and became ready. */
  public long starts() {
    return starts.sum();
  }

  /** Servers that did not become ready after their start. */
  public long failedStarts() {
    return failedStarts.sum();
  }

  /** Servers that ended without being asked, or were ended because they no longer answered. */
  public long deaths() {
    return deaths.sum();
  }

  /** Servers that were replaced because of their age or the number of their calls. */
  public long recycled() {
    return recycled.sum();
  }
}
