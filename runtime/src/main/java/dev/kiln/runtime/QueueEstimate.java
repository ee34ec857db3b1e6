package dev.kiln.runtime;

import org.jspecify.annotations.Nullable;

/** Tells whether a call can still be queued: whether there is room, and its turn comes in time. */
final class QueueEstimate {
  private static final double NANOS_PER_SECOND = 1e9;

  private final WorkerLimits limits;
  private final CallQueue queue;
  private final RecentDurations smallCalls = new RecentDurations();
  private final RecentDurations largeCalls = new RecentDurations();

  QueueEstimate(WorkerLimits limits, CallQueue queue) {
    this.limits = limits;
    this.queue = queue;
  }

  /** A call has run for so long. */
  void callEnded(CallQueue.QueuedCall call, long nanos) {
    durations(call).add(nanos);
  }

  private RecentDurations durations(CallQueue.QueuedCall call) {
    return call.isLarge() ? largeCalls : smallCalls;
  }

  /**
   * Why the call is refused; null if it can be queued.
   *
   * @param excess the number of calls that there are beyond the places; negative if one is free
   * @param nanosLeft until its deadline
   */
  Ending.@Nullable Busy busyEnding(CallQueue.QueuedCall call, int excess, long nanosLeft) {
    if (excess < 0) {
      return null;
    }
    if (!queue.mayAdd(call.sender(), limits.maxQueued() - excess)) {
      return new Ending.Busy(
          waitingCalls(excess) + " (--max-queued or KRM_FUNCTION_MAX_QUEUED allows more)");
    }
    int ahead = queue.callsBefore(call.sender(), call.isLarge());
    if (ahead == 0) {
      return null;
    }
    int places = call.isLarge() ? limits.largeCallPlaces() : limits.places();
    long wait = durations(call).median() / places * ahead;
    return wait > nanosLeft
        ? new Ending.Busy(
            "%s, about %.1f s of work, which is past the deadline of this one (%s runs more at once)"
                .formatted(waitingCalls(ahead), wait / NANOS_PER_SECOND, limits.placesFlag()))
        : null;
  }

  private static String waitingCalls(int ahead) {
    return switch (ahead) {
      case 0 -> "no place is free";
      case 1 -> "1 call is waiting already";
      default -> ahead + " calls are waiting already";
    };
  }
}
