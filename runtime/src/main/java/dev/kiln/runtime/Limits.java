package dev.kiln.runtime;

import java.time.Duration;

/**
 * The limits for calls.
 *
 * @param maxMessageBytes the largest ResourceList that is read
 * @param maxBytesInFlight how many bytes all messages in flight may hold together
 * @param maxConcurrent how many Java functions run at once; if there are several, one place is kept
 *     for calls with small lists
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

  /** What a host without calls takes of its heap. */
  private static final long IDLE_HOST = 16L << 20;

  private static final int WAITING = 64;
  private static final int QUEUED = 4096;

  /** With one more, a call would get less than a tenth of a core. */
  private static final int ABANDONED_PER_CORE = 8;

  /** Limits for a process that makes one call, or that calls functions of its own. */
  public static Limits defaults() {
    return of(Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * Limits for a server. The heap has room for a list of the largest size, whatever its shape; if
   * several such lists are in flight, they take turns.
   */
  public static Limits ofServer() {
    return of(workBytes(usableHeap() / 4) / MemoryNeed.PER_BYTE);
  }

  private static Limits of(long largest) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new Limits(
        Math.min(MOST_BYTES, largest),
        usableHeap() / 4,
        cores + 1, // one is for calls with small lists
        WAITING,
        QUEUED,
        ABANDONED_PER_CORE * cores,
        Duration.ofMinutes(5));
  }

  private static long usableHeap() {
    long heap = Runtime.getRuntime().maxMemory();
    return Math.max(heap - IDLE_HOST, heap / 2);
  }

  /**
   * What running calls may use of the heap, if all messages in flight may hold this many bytes. An
   * eighth is kept for calls with small lists.
   */
  private static long workBytes(long inFlight) {
    long usable = usableHeap();
    return Math.max(usable - usable / 8 - inFlight, usable / 4);
  }

  /** The memory of running calls that goes with these limits. */
  WorkMemory workMemory() {
    return new WorkMemory(workBytes(maxBytesInFlight), usableHeap() / 8);
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

  /** The answer to a list that needs more memory than all calls may use. */
  static Ending.TooLarge needsTooMuch(long need, long most) {
    return new Ending.TooLarge(
        "a list of this shape needs about %d MiB of memory (expected: at most %d; a larger heap, -Xmx in KILN_JAVA_OPTS, allows more)"
            .formatted(need >> 20, most >> 20));
  }

  /** The answer to a call that used up the memory, although it has to be enough by our figures. */
  public static Ending.NothingRan outOfMemory(boolean isLarge) {
    String message =
        "there was not enough memory for this call (a larger heap, -Xmx in KILN_JAVA_OPTS, or a lower"
            + " --max-message-bytes or --max-concurrent prevents that)";
    return isLarge ? new Ending.TooLarge(message) : new Ending.Busy(message);
  }

  /**
   * Whether the process cannot go on after this error. Memory or a stack that one call used up is
   * there again once the call is over.
   */
  public static boolean isFatal(Throwable e) {
    return e instanceof VirtualMachineError
        && !(e instanceof OutOfMemoryError || e instanceof StackOverflowError);
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
