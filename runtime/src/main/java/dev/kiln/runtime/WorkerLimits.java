package dev.kiln.runtime;

import java.time.Duration;

/**
 * The limits for one of two groups of calls: those that need a core each, and those that wait for
 * something outside of this process. The calls of a group share its places.
 *
 * @param places how many run at once
 * @param maxWaiting how many more calls may wait for something outside of this process
 * @param maxAbandoned how many calls past their deadline another thread replaces
 * @param timeout how long the host lets a call take, whatever its caller says
 * @param placesFlag the flag and the variable that raise the number of places
 */
record WorkerLimits(
    boolean isForWaitingCalls,
    int places,
    int maxQueued,
    int maxWaiting,
    int maxAbandoned,
    Duration timeout,
    String placesFlag) {
  /** How many calls with large lists run at once; the last place is for the others. */
  int largeCallPlaces() {
    return Math.max(1, places - 1);
  }

  /**
   * Limits for platform threads. With virtual threads, two spinning functions on two cores would
   * keep others from starting.
   */
  static WorkerLimits forCpuBoundCalls(Limits limits) {
    return new WorkerLimits(
        false,
        limits.maxConcurrent(),
        limits.maxQueued(),
        limits.maxWaiting(),
        limits.maxAbandoned(),
        limits.timeout(),
        "--max-concurrent or KRM_FUNCTION_MAX_CONCURRENT");
  }

  /**
   * Limits for virtual threads. What such a call waits for ends with the call, so none is
   * abandoned.
   */
  static WorkerLimits forWaitingCalls(Limits limits) {
    return new WorkerLimits(
        true,
        limits.maxWaiting(),
        limits.maxQueued(),
        0,
        limits.maxWaiting(),
        limits.timeout(),
        "--max-waiting or KRM_FUNCTION_MAX_WAITING");
  }
}
