package dev.kiln.runtime;

import java.time.Duration;

/**
 * The limits for calls.
 *
 * @param maxMessageBytes the largest ResourceList that is read
 * @param maxBytesInFlight how many bytes all messages in flight may hold together
 * @param maxConcurrent how many Java functions run at once
 * @param maxWaiting how many calls wait at once for programs, containers and other servers
 * @param maxQueued how many calls may wait for a place
 * @param maxAbandoned how many calls may go on after the timeout before the host gives up
 * @param timeout how long a call may take; a caller's own deadline may only shorten it
 */
public record Limits(
    long maxMessageBytes,
    long maxBytesInFlight,
    int maxConcurrent,
    int maxWaiting,
    int maxQueued,
    int maxAbandoned,
    Duration timeout) {
  private static final long MOST_BYTES = 64L << 20;
  private static final int WAITING = 64;
  private static final int QUEUED = 4096;

  /** With one more, a call would get less than a tenth of a core. */
  private static final int ABANDONED_PER_CORE = 8;

  /** Limits that fit this machine, and a timeout of five minutes. */
  public static Limits defaults() {
    long heap = Runtime.getRuntime().maxMemory();
    int cores = Runtime.getRuntime().availableProcessors();
    return new Limits(
        Math.min(MOST_BYTES, heap / 8),
        heap / 4,
        cores,
        WAITING,
        QUEUED,
        ABANDONED_PER_CORE * cores,
        Duration.ofMinutes(5));
  }

  /** Returns a copy with this size limit for messages. */
  public Limits withMaxMessageBytes(long bytes) {
    return new Limits(
        bytes, maxBytesInFlight, maxConcurrent, maxWaiting, maxQueued, maxAbandoned, timeout);
  }

  /** Returns a copy with this timeout. */
  public Limits withTimeout(Duration longest) {
    return new Limits(
        maxMessageBytes,
        maxBytesInFlight,
        maxConcurrent,
        maxWaiting,
        maxQueued,
        maxAbandoned,
        longest);
  }

  /** The answer to a message that is too large. */
  public Ending.TooLarge tooLarge() {
    return tooLarge("the message is");
  }

  /** The answer to a pipeline whose steps produce too much in addition to the list. */
  Ending.TooLarge stepsTooLarge(int step) {
    return tooLarge("the results, logs and failures of steps 1 to " + step + " are");
  }

  private Ending.TooLarge tooLarge(String what) {
    return new Ending.TooLarge(
        what
            + " larger than the limit of "
            + maxMessageBytes
            + " bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)");
  }
}
