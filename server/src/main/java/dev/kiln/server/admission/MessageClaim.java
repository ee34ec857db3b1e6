package dev.kiln.server.admission;

import dev.kiln.runtime.Budget;
import dev.kiln.runtime.ClientShare;
import dev.kiln.runtime.NothingRanException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one call holds, from the first byte of its message until its answer is sent.
 *
 * <p>A claim grows while the message arrives. A sender cannot be stopped within a message, so a
 * message that finds no room is refused. To take the largest size at the start would let two slow
 * callers keep out all others.
 */
public final class MessageClaim implements AutoCloseable {
  /** There is always room for an answer of up to this size. */
  private static final int SMALL_ANSWER = 64 << 10;

  private final Admission admission;
  private final ClientShare caller;
  private Budget.@Nullable Claim claim; // guarded by this
  private long claimed; // guarded by this
  private long used; // guarded by this
  private boolean isComplete; // guarded by this
  private volatile boolean hasRoom;
  private long received; // of the thread that reads the message
  private long size; // as received, of what was unpacked if it was

  MessageClaim(Admission admission, ClientShare caller, Budget.@Nullable Claim claim) {
    this.admission = admission;
    this.caller = caller;
    this.claim = claim;
  }

  /**
   * Waits for room for a message of usual size. A larger message takes more while it arrives.
   *
   * @param granted asks for the message; runs on any thread
   */
  public void claimWhenFree(Runnable granted) {
    // not under the lock: whoever gives room runs granted, and that of others
    long first = admission.initialClaim();
    Budget.Claim newClaim =
        admission
            .budget()
            .claimWhenFree(
                caller,
                first,
                () -> {
                  hasRoom = true;
                  granted.run();
                });
    synchronized (this) {
      claim = newClaim;
      claimed = first;
    }
  }

  /**
   * Counts bytes of the message that arrived.
   *
   * @throws NothingRanException if the message is too large
   */
  public void count(long bytes) {
    received = requireWithinLimit(received + bytes);
    size = received;
  }

  private long requireWithinLimit(long size) {
    if (size > admission.maxMessage()) {
      throw admission.tooLarge();
    }
    return size;
  }

  /** How many bytes of the message arrived. */
  public long received() {
    return received;
  }

  /** The size of the largest message. */
  public long maxMessage() {
    return admission.maxMessage();
  }

  /**
   * Takes more bytes from the budget. Those that every caller may send ahead are always there: a
   * short message must not be lost because its sender paused.
   *
   * @throws NothingRanException if the budget has no room
   */
  public synchronized void addUsed(long bytes) {
    used += bytes;
    long missing = used - claimed;
    long ahead = admission.sentAhead();
    if (missing <= 0 || grow(Math.max(missing, ahead)) || grow(missing)) {
      return;
    }
    if (used > ahead) {
      throw admission.exhaustedBudget();
    }
    resizeToUsed();
  }

  private boolean grow(long more) {
    if (claim == null || !claim.grow(more)) {
      return false;
    }
    claimed += more;
    return true;
  }

  /**
   * Unpacks the message while it is read. Its bytes are counted and held as they come out: reading
   * throws a {@link NothingRanException} if there are too many.
   */
  public InputStream unpack(byte[] packed) {
    size = 0;
    return Gzip.unpack(
        packed,
        bytes -> {
          size = requireWithinLimit(size + bytes);
          addUsed(bytes);
        });
  }

  /** Holds as much as the message has, now that all of it is here. */
  public synchronized void setComplete() {
    isComplete = true;
    used = size;
    resizeToUsed();
  }

  /**
   * Holds the answer from now on, and the message no longer.
   *
   * @throws NothingRanException if the answer is larger than the message and the budget has no room
   *     for it; then the claim holds nothing
   */
  public synchronized void holdAnswer(long bytes) {
    isComplete = true;
    boolean hasRoom = bytes <= Math.max(claimed, SMALL_ANSWER) || grow(bytes - claimed);
    used = hasRoom ? bytes : 0;
    resizeToUsed();
    if (!hasRoom) {
      throw admission.exhaustedBudget();
    }
  }

  /** Gives back what a message that pauses does not use, so that others need not wait for it. */
  public synchronized void shrink() {
    if (hasRoom && !isComplete && claimed > used) {
      resizeToUsed();
    }
  }

  private void resizeToUsed() {
    if (claim != null) {
      claim.resize(used);
      claimed = used;
    }
  }

  @Override
  public synchronized void close() {
    if (claim != null) {
      claim.close();
    }
  }
}
