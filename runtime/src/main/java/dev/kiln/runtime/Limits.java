package dev.kiln.runtime;

import java.time.Duration;

/**
 * What one call may cost.
 *
 * @param maxMessageBytes the largest ResourceList that is read
 * @param timeout how long a function may run; a caller's own deadline may only shorten it
 */
public record Limits(long maxMessageBytes, Duration timeout) {
  private static final long MOST_BYTES = 64L << 20;

  /** The smaller of 64 MiB and an eighth of the heap, and five minutes. */
  public static Limits defaults() {
    long heap = Runtime.getRuntime().maxMemory();
    return new Limits(Math.min(MOST_BYTES, heap / 8), Duration.ofMinutes(5));
  }

  void admit(Invocation in) {
    if (in.size() > maxMessageBytes) {
      throw new NothingRanException(
          new Ending.TooLarge(
              "the message is larger than the limit of "
                  + maxMessageBytes
                  + " bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)"));
    }
  }
}
