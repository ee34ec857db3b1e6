package dev.kiln.server.grpc;

import dev.kiln.runtime.Budget;
import org.jspecify.annotations.Nullable;

/**
 * One call's share of the budget for bytes in flight, from before its message arrives until its
 * answer is sent.
 *
 * <p>A message is asked for once there is room for most messages. One that turns out larger takes
 * more while it comes, for a sender cannot be stopped within a message; where there is no more, it
 * is refused. To take the largest size before would let two slow callers keep out all others.
 */
final class BudgetShare implements AutoCloseable {
  private static final long STEP = 64 << 10;

  private Budget.@Nullable Claim claim; // guarded by this
  private long claimed; // guarded by this
  private long used; // guarded by this
  private boolean whole; // guarded by this
  private volatile boolean hasRoom;

  /**
   * Asks for room.
   *
   * @param granted asks for the message; runs on any thread
   */
  void await(Budget budget, long first, Runnable granted) {
    // not under the lock: whoever gives room runs granted, and that of others
    Budget.Claim asked =
        budget.await(
            first,
            () -> {
              hasRoom = true;
              granted.run();
            });
    synchronized (this) {
      claim = asked;
      claimed = first;
    }
  }

  /**
   * Takes what came; false if there is no room for it. What every caller may send ahead there
   * always is: a short message must not be lost because its sender dawdled.
   */
  synchronized boolean take(long bytes) {
    used += bytes;
    long lacks = used - claimed;
    if (lacks <= 0 || grow(Math.max(lacks, STEP)) || grow(lacks)) {
      return true;
    }
    if (used <= OpenCalls.WINDOW) {
      fit();
      return true;
    }
    return false;
  }

  private boolean grow(long more) {
    if (claim == null || !claim.grow(more)) {
      return false;
    }
    claimed += more;
    return true;
  }

  /** Keeps what the message has, now that all of it is here. */
  synchronized void settle(long size) {
    whole = true;
    used = size;
    fit();
  }

  /** Keeps what is used, so that one who dawdles holds no room that others wait for. */
  synchronized void shrink() {
    if (hasRoom && !whole && claimed > used) {
      fit();
    }
  }

  private void fit() {
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
