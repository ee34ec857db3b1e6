package dev.kiln.runtime;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** The bytes that all messages in flight may hold together. Safe for many threads. */
public final class Budget {
  private final long limit;
  private long taken; // guarded by this
  private final Queue<Claim> waiting = new ArrayDeque<>(); // guarded by this

  public Budget(long limit) {
    this.limit = limit;
  }

  /** What is taken now. */
  public synchronized long taken() {
    return taken;
  }

  /** Takes that many bytes, unless they are not there or somebody waits for them. */
  public synchronized Optional<Claim> claim(long bytes) {
    return waiting.isEmpty() && taken + bytes <= limit
        ? Optional.of(taking(new Claim(bytes, () -> {})))
        : Optional.empty();
  }

  /**
   * Takes nothing yet, unless that many bytes could not be had now; the claim grows with what
   * comes. To take what is only announced would let a few who never send it keep out all others.
   */
  public synchronized Optional<Claim> expect(long bytes) {
    return waiting.isEmpty() && taken + bytes <= limit
        ? Optional.of(taking(new Claim(0, () -> {})))
        : Optional.empty();
  }

  /**
   * Takes that many bytes as soon as they are there, in the order of asking.
   *
   * @param granted called once, on this thread or on one that gives bytes back; not if the claim is
   *     closed before
   */
  public Claim await(long bytes, Runnable granted) {
    var claim = new Claim(Math.min(bytes, limit), granted);
    synchronized (this) {
      if (!waiting.isEmpty() || taken + claim.bytes > limit) {
        waiting.add(claim);
        return claim;
      }
      taking(claim);
    }
    granted.run();
    return claim;
  }

  /** What to answer who asks for more than is there. */
  public Ending.Busy spent() {
    return new Ending.Busy(
        "the "
            + limit
            + " bytes that all calls in flight may hold are spent (--max-bytes-in-flight or"
            + " KRM_FUNCTION_MAX_BYTES_IN_FLIGHT raises it)");
  }

  private Claim taking(Claim claim) {
    claim.granted = true;
    taken += claim.bytes;
    return claim;
  }

  private void serve() {
    while (true) {
      Claim next;
      synchronized (this) {
        next = waiting.peek();
        if (next == null || taken + next.bytes > limit) {
          return;
        }
        waiting.remove();
        taking(next);
      }
      next.whenGranted.run();
    }
  }

  /** Bytes taken, or waited for. */
  public final class Claim implements AutoCloseable {
    private final Runnable whenGranted;
    private long bytes; // guarded by the budget
    private boolean granted; // guarded by the budget
    private boolean closed; // guarded by the budget

    private Claim(long bytes, Runnable whenGranted) {
      this.bytes = bytes;
      this.whenGranted = whenGranted;
    }

    /** Takes more, or leaves all as it is and says no. */
    public boolean grow(long more) {
      synchronized (Budget.this) {
        if (closed) {
          return true; // nobody counts on it any more
        }
        if (!granted || taken + more > limit) {
          return false;
        }
        bytes += more;
        taken += more;
        return true;
      }
    }

    /** Has that many from now on; more than the budget has, if need be. */
    public void resize(long to) {
      synchronized (Budget.this) {
        if (!closed && granted) {
          taken += to - bytes;
          bytes = to;
        }
      }
      serve();
    }

    /** Gives everything back. Only the first time has an effect. */
    @Override
    public void close() {
      synchronized (Budget.this) {
        if (closed) {
          return;
        }
        closed = true;
        if (granted) {
          taken -= bytes;
        } else {
          waiting.remove(this);
        }
      }
      serve();
    }
  }
}
