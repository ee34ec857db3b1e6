package dev.kiln.runtime;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Limits the bytes that all messages in flight hold together, and what each client may have of
 * them. Thread-safe.
 */
public final class Budget {
  private final long limit;
  private long usedBytes; // guarded by this
  private final Set<Claim> waiting = new LinkedHashSet<>(); // guarded by this

  public Budget(long limit) {
    this.limit = limit;
  }

  /** The bytes taken now. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /**
   * Opens a claim for a message of this size; empty if the bytes are not free for this holder now.
   * The claim takes nothing at first and grows as bytes arrive. If it took the announced size at
   * once, a few callers that never send their message could keep out all others.
   */
  public synchronized Optional<Claim> openClaim(ClientShare holder, long bytes) {
    return isFree(holder, bytes)
        ? Optional.of(grant(new Claim(holder, 0, () -> {})))
        : Optional.empty();
  }

  /**
   * Takes this many bytes as soon as they are free for this holder, in the order of the requests.
   *
   * @param granted called once, on this thread or on one that returns bytes; not called if the
   *     claim is closed first
   */
  public Claim claimWhenFree(ClientShare holder, long bytes, Runnable granted) {
    var claim = new Claim(holder, Math.min(bytes, limit), granted);
    synchronized (this) {
      if (!isFree(holder, claim.bytes)) {
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
        "no room is left for this message in the "
            + limit
            + " bytes that all messages may hold, of which each client has a share"
            + " (--max-bytes-in-flight or KRM_FUNCTION_MAX_BYTES_IN_FLIGHT raises it)");
  }

  private boolean isFree(ClientShare holder, long bytes) {
    long rest = limit - usedBytes - bytes;
    return rest >= 0 && holder.mayTake(bytes, rest);
  }

  private Claim grant(Claim claim) {
    claim.granted = true;
    add(claim, claim.bytes);
    return claim;
  }

  private void add(Claim claim, long bytes) {
    usedBytes += bytes;
    claim.holder.add(bytes);
  }

  /** A claim that its holder's share does not allow yet keeps nobody else waiting. */
  private void grantWaiting() {
    List<Claim> now;
    synchronized (this) {
      if (waiting.isEmpty()) {
        return;
      }
      now = new ArrayList<>();
      for (Iterator<Claim> each = waiting.iterator(); each.hasNext() && usedBytes < limit; ) {
        Claim next = each.next();
        if (isFree(next.holder, next.bytes)) {
          each.remove();
          now.add(grant(next));
        }
      }
    }
    now.forEach(claim -> claim.whenGranted.run());
  }

  /** Bytes that are taken, or that the claim waits for. */
  public final class Claim implements AutoCloseable {
    private final ClientShare holder;
    private final Runnable whenGranted;
    private long bytes; // guarded by the budget
    private boolean granted; // guarded by the budget
    private boolean closed; // guarded by the budget

    private Claim(ClientShare holder, long bytes, Runnable whenGranted) {
      this.holder = holder;
      this.bytes = bytes;
      this.whenGranted = whenGranted;
    }

    /** Takes more bytes; if they are not free, changes nothing and returns false. */
    public boolean grow(long more) {
      synchronized (Budget.this) {
        if (closed) {
          return true; // a closed claim is no longer counted
        }
        if (!granted || !isFree(holder, more)) {
          return false;
        }
        bytes += more;
        add(this, more);
        return true;
      }
    }

    /** Changes the claim to this many bytes, even if that exceeds the budget. */
    public void resize(long newBytes) {
      synchronized (Budget.this) {
        if (!closed && granted) {
          add(this, newBytes - bytes);
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
          add(this, -bytes);
        } else {
          waiting.remove(this);
        }
      }
      grantWaiting();
    }
  }
}
