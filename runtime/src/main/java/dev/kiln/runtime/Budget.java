package dev.kiln.runtime;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Limits the bytes that all messages in flight hold together. Thread-safe. */
public final class Budget {
  private final long limit;
  private long usedBytes; // guarded by this
  private final Queue<Claim> waiting = new ArrayDeque<>(); // guarded by this

  public Budget(long limit) {
    this.limit = limit;
  }

  /** The bytes taken now. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** Takes this many bytes; empty if they are not free or another claim waits. */
  public synchronized Optional<Claim> claim(long bytes) {
    return waiting.isEmpty() && usedBytes + bytes <= limit
        ? Optional.of(grant(new Claim(bytes, () -> {})))
        : Optional.empty();
  }

  /**
   * Opens a claim for a message of this size; empty if the bytes are not free now. The claim takes
   * nothing at first and grows as bytes arrive. If it took the announced size at once, a few
   * callers that never send their message could keep out all others.
   */
  public synchronized Optional<Claim> openClaim(long bytes) {
    return waiting.isEmpty() && usedBytes + bytes <= limit
        ? Optional.of(grant(new Claim(0, () -> {})))
        : Optional.empty();
  }

  /**
   * Takes this many bytes as soon as they are free, in the order of the requests.
   *
   * @param granted called once, on this thread or on one that returns bytes; not called if the
   *     claim is closed first
   */
  public Claim claimWhenFree(long bytes, Runnable granted) {
    var claim = new Claim(Math.min(bytes, limit), granted);
    synchronized (this) {
      if (!waiting.isEmpty() || usedBytes + claim.bytes > limit) {
        waiting.add(claim);
        return claim;
      }
      grant(claim);
    }
    granted.run();
    return claim;
  }

  /** The answer to a caller that asks for more bytes than are free. */
  public Ending.Busy exhaustedEnding() {
    return new Ending.Busy(
        "the "
            + limit
            + " bytes that all calls in flight may hold are spent (--max-bytes-in-flight or"
            + " KRM_FUNCTION_MAX_BYTES_IN_FLIGHT raises it)");
  }

  private Claim grant(Claim claim) {
    claim.granted = true;
    usedBytes += claim.bytes;
    return claim;
  }

  private void grantWaiting() {
    while (true) {
      Claim next;
      synchronized (this) {
        next = waiting.peek();
        if (next == null || usedBytes + next.bytes > limit) {
          return;
        }
        waiting.remove();
        grant(next);
      }
      next.whenGranted.run();
    }
  }

  /** Bytes that are taken, or that the claim waits for. */
  public final class Claim implements AutoCloseable {
    private final Runnable whenGranted;
    private long bytes; // guarded by the budget
    private boolean granted; // guarded by the budget
    private boolean closed; // guarded by the budget

    private Claim(long bytes, Runnable whenGranted) {
      this.bytes = bytes;
      this.whenGranted = whenGranted;
    }

    /** Takes more bytes; if they are not free, changes nothing and returns false. */
    public boolean grow(long more) {
      synchronized (Budget.this) {
        if (closed) {
          return true; // a closed claim is no longer counted
        }
        if (!granted || usedBytes + more > limit) {
          return false;
        }
        bytes += more;
        usedBytes += more;
        return true;
      }
    }

    /** Changes the claim to this many bytes, even if that exceeds the budget. */
    public void resize(long newBytes) {
      synchronized (Budget.this) {
        if (!closed && granted) {
          usedBytes += newBytes - bytes;
          bytes = newBytes;
        }
      }
      grantWaiting();
    }

    /** Returns all bytes. Only the first call has an effect. */
    @Override
    public void close() {
      synchronized (Budget.this) {
        if (closed) {
          return;
        }
        closed = true;
        if (granted) {
          usedBytes -= bytes;
        } else {
          waiting.remove(this);
        }
      }
      grantWaiting();
    }
  }
}
