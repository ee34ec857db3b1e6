package dev.kiln.runtime;

/**
 * Calls of one kind, which share their places: those that need a core each, or those that wait for
 * something outside of this process.
 *
 * @param places how many run at once
 * @param maxWaiting how many more may wait in it for something outside of this process
 * @param maxAbandoned how many may ignore that they are over
 * @param widening the flag and variable that allow more places
 */
record WorkerLimits(
    boolean waits, int places, int maxQueued, int maxWaiting, int maxAbandoned, String widening) {
  /** On platform threads: two spinning functions on two cores keep virtual ones from starting. */
  static WorkerLimits ofCores(Limits limits) {
    return new WorkerLimits(
        false,
        limits.maxConcurrent(),
        limits.maxQueued(),
        limits.maxWaiting(),
        limits.maxAbandoned(),
        "--max-concurrent or KRM_FUNCTION_MAX_CONCURRENT");
  }

  /** On virtual threads; what they wait for is ended with the call, so that none is abandoned. */
  static WorkerLimits ofWaits(Limits limits) {
    return new WorkerLimits(
        true,
        limits.maxWaiting(),
        limits.maxQueued(),
        0,
        limits.maxWaiting(),
        "--max-waiting or KRM_FUNCTION_MAX_WAITING");
  }
}
