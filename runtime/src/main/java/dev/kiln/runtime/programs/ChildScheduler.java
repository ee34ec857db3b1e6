package dev.kiln.runtime.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides the process and memory limits of a host among its functions, and assigns their children.
 * Its lock guards the state of all pools. Each change is one step under the lock, after which the
 * scheduler assigns whatever became available.
 *
 * <p>Room goes to the function with the fewest busy children, then to the call that came first. If
 * there is no room, the scheduler ends an idle child of the function that has most of them.
 */
final class ChildScheduler {
  private final ChildProcessLimits limits;
  private final ChildProcesses children;
  private final List<ChildPool> pools = new ArrayList<>();
  private long nextTicketNumber;
  private int processes;
  private long memory;
  private int longRunning; // of the processes: those that serve no single call
  private long longRunningMemory;
  private int ending; // of the processes: idle ones being ended
  private long endingMemory;

  ChildScheduler(ChildProcessLimits limits, ChildProcesses children) {
    this.limits = limits;
    this.children = children;
  }

  ChildProcesses children() {
    return children;
  }

  /** Runs one step under the lock, then reschedules. */
  synchronized void update(Runnable step) {
    step.run();
    reschedule();
  }

  void add(ChildPool pool) {
    pools.add(pool);
  }

  void remove(ChildPool pool) {
    pools.remove(pool);
  }

  synchronized long nextTicketNumber() {
    return nextTicketNumber++;
  }

  /** Releases the room of a child. */
  void release(ChildPool pool) {
    processes--;
    memory -= pool.memory();
    if (pool.isLongRunning()) {
      longRunning--;
      longRunningMemory -= pool.memory();
    }
  }

  /** Notes that the room of a child will soon be free. */
  void markEnding(ChildPool pool) {
    ending++;
    endingMemory += pool.memory();
  }

  /** Releases the room of a child after {@link #markEnding}. */
  void releaseEnded(ChildPool pool) {
    ending--;
    endingMemory -= pool.memory();
    release(pool);
  }

  private void reschedule() {
    pools.forEach(ChildPool::serveQueue);
    boolean memoryIsSpent = false; // calls that need no memory may go first
    for (ChildPool next = nextPool(false); next != null; next = nextPool(memoryIsSpent)) {
      if (hasRoom(1, next.memory())) {
        reserve(next);
        next.grantStart();
      } else {
        evictIdleChildren();
        if (!hasRoom(1, 0)) {
          return;
        }
        memoryIsSpent = true;
      }
    }
    pools.forEach(ChildPool::adjustSize);
    startMissingIdle(memoryIsSpent);
  }

  /** The pool whose call may start a child next. */
  private @Nullable ChildPool nextPool(boolean memoryIsSpent) {
    return pools.stream()
        .filter(pool -> pool.neededStarts() > 0 && fitsBesideLongRunning(pool))
        .filter(pool -> !memoryIsSpent || pool.memory() == 0)
        .min(
            Comparator.comparingInt(ChildPool::busy)
                .thenComparingLong(ChildPool::firstTicketNumber))
        .orElse(null);
  }

  /** Starts missing idle children one by one, first in the pool with the fewest. */
  private void startMissingIdle(boolean memoryIsSpent) {
    var lacking = new ArrayList<ChildPool>(pools);
    lacking.removeIf(pool -> memoryIsSpent && pool.memory() > 0);
    for (lacking.removeIf(pool -> !pool.needsStartAhead());
        !lacking.isEmpty();
        lacking.removeIf(pool -> !pool.needsStartAhead())) {
      ChildPool least =
          Collections.min(lacking, Comparator.comparingInt(ChildPool::idleOrStarting));
      if (reserveAhead(least)) {
        least.submitStartAhead();
      } else {
        lacking.remove(least);
      }
    }
  }

  private void reserve(ChildPool pool) {
    processes++;
    memory += pool.memory();
    if (pool.isLongRunning()) {
      longRunning++;
      longRunningMemory += pool.memory();
    }
  }

  /** Whether the child will fit once no call is running. */
  private boolean fitsBesideLongRunning(ChildPool pool) {
    return longRunning < limits.maxProcesses()
        && longRunningMemory + pool.memory() <= limits.maxMemoryBytes();
  }

  private boolean hasRoom(int more, long bytes) {
    return processes + more <= limits.maxProcesses() && memory + bytes <= limits.maxMemoryBytes();
  }

  private boolean exceedsLimits(int more, long bytes) {
    return processes - ending + more > limits.maxProcesses() || exceedsMemory(bytes);
  }

  private boolean exceedsMemory(long bytes) {
    return memory - endingMemory + bytes > limits.maxMemoryBytes();
  }

  private void evictIdleChildren() {
    int more = pools.stream().mapToInt(ChildPool::neededStarts).sum();
    long bytes = pools.stream().mapToLong(pool -> pool.neededStarts() * pool.memory()).sum();
    Optional<ChildPool> most = largestIdlePool();
    while (exceedsLimits(more, bytes) && most.isPresent()) {
      most.get().evict();
      most = largestIdlePool();
    }
  }

  private Optional<ChildPool> largestIdlePool() {
    return pools.stream()
        .filter(pool -> pool.idle() > 0)
        .max(Comparator.comparingInt(ChildPool::idle));
  }

  /** Reserves room for a child to be started ahead, if no pool with fewer children loses one. */
  private boolean reserveAhead(ChildPool pool) {
    if (hasRoom(1, pool.memory())) {
      reserve(pool);
      return true;
    }
    if (exceedsLimits(1, pool.memory())) {
      largestIdlePool()
          .filter(other -> other.idle() > pool.idleOrStarting() + 1)
          .ifPresent(ChildPool::evict);
    }
    return false;
  }

  /** Explains why the first call in a queue gets no child. */
  synchronized String shortageReason(ChildPool pool) {
    if (pool.isFull()) {
      return "all %d programs that it may have run calls (pool.max in its configuration allows more)"
          .formatted(pool.settings().max());
    }
    return exceedsMemory(pool.memory())
        ? "the %d bytes of memory that programs may have are spent (--pool-memory or KRM_FUNCTION_POOL_MEMORY allows more)"
            .formatted(limits.maxMemoryBytes())
        : "all %d programs that may run do (--pool-max-processes or KRM_FUNCTION_POOL_MAX_PROCESSES allows more)"
            .formatted(limits.maxProcesses());
  }

  /** Whether a child that needs this much memory fits at all. */
  boolean canEverFit(long bytes) {
    return bytes <= limits.maxMemoryBytes();
  }
}
