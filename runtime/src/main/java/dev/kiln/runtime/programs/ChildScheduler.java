package dev.kiln.runtime.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shares what the children of a host may cost among its functions, and hands out their children.
 * The state of all pools is guarded by it: each change is one step under its lock, followed by
 * whatever that makes possible.
 *
 * <p>Room goes to the function that has the fewest running, then to who came first. Where there is
 * none, a waiting child of the function that has most of those gives way.
 */
final class ChildScheduler {
  private final ChildProcessLimits limits;
  private final ChildProcesses children;
  private final List<ChildPool> pools = new ArrayList<>();
  private long turns;
  private int processes;
  private long memory;
  private int kept; // of the processes: those that are no call's
  private long keptMemory;
  private int leaving; // of the processes: idle ones that were told to end
  private long leavingMemory;

  ChildScheduler(ChildProcessLimits limits, ChildProcesses children) {
    this.limits = limits;
    this.children = children;
  }

  ChildProcesses children() {
    return children;
  }

  /** One step, and what follows from it. */
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

  synchronized long nextTurn() {
    return turns++;
  }

  /** The room of a child is free. */
  void release(ChildPool pool) {
    processes--;
    memory -= pool.memory();
    if (pool.isKept()) {
      kept--;
      keptMemory -= pool.memory();
    }
  }

  /** The room of a child will soon be free. */
  void ending(ChildPool pool) {
    leaving++;
    leavingMemory += pool.memory();
  }

  /** The room of a child is free, as was expected. */
  void ended(ChildPool pool) {
    leaving--;
    leavingMemory -= pool.memory();
    release(pool);
  }

  private void reschedule() {
    pools.forEach(ChildPool::serve);
    boolean memoryIsSpent = false; // others may go first that need none
    for (ChildPool next = next(false); next != null; next = next(memoryIsSpent)) {
      if (fits(1, next.memory())) {
        reserve(next);
        next.grantStart();
      } else {
        makeRoom();
        if (!fits(1, 0)) {
          return;
        }
        memoryIsSpent = true;
      }
    }
    pools.forEach(ChildPool::fit);
    startAhead(memoryIsSpent);
  }

  /** Whose call is to start a child next. */
  private @Nullable ChildPool next(boolean memoryIsSpent) {
    return pools.stream()
        .filter(pool -> pool.wanting() > 0 && fitsBesideKept(pool))
        .filter(pool -> !memoryIsSpent || pool.memory() == 0)
        .min(Comparator.comparingInt(ChildPool::busy).thenComparingLong(ChildPool::firstTurn))
        .orElse(null);
  }

  /** Starts what lacks, one by one where fewest wait. */
  private void startAhead(boolean memoryIsSpent) {
    var lacking = new ArrayList<ChildPool>(pools);
    lacking.removeIf(pool -> memoryIsSpent && pool.memory() > 0);
    for (lacking.removeIf(pool -> !pool.lacks());
        !lacking.isEmpty();
        lacking.removeIf(pool -> !pool.lacks())) {
      ChildPool least = Collections.min(lacking, Comparator.comparingInt(ChildPool::ahead));
      if (reserveAhead(least)) {
        least.grow();
      } else {
        lacking.remove(least);
      }
    }
  }

  private void reserve(ChildPool pool) {
    processes++;
    memory += pool.memory();
    if (pool.isKept()) {
      kept++;
      keptMemory += pool.memory();
    }
  }

  /** Whether there will be room once no call runs any more. */
  private boolean fitsBesideKept(ChildPool pool) {
    return kept < limits.maxProcesses() && keptMemory + pool.memory() <= limits.maxMemoryBytes();
  }

  private boolean fits(int more, long bytes) {
    return processes + more <= limits.maxProcesses() && memory + bytes <= limits.maxMemoryBytes();
  }

  private boolean isShort(int more, long bytes) {
    return processes - leaving + more > limits.maxProcesses() || isShortOfMemory(bytes);
  }

  private boolean isShortOfMemory(long bytes) {
    return memory - leavingMemory + bytes > limits.maxMemoryBytes();
  }

  private void makeRoom() {
    int more = pools.stream().mapToInt(ChildPool::wanting).sum();
    long bytes = pools.stream().mapToLong(pool -> pool.wanting() * pool.memory()).sum();
    Optional<ChildPool> most = largestIdlePool();
    while (isShort(more, bytes) && most.isPresent()) {
      most.get().evict();
      most = largestIdlePool();
    }
  }

  private Optional<ChildPool> largestIdlePool() {
    return pools.stream()
        .filter(pool -> pool.idle() > 0)
        .max(Comparator.comparingInt(ChildPool::idle));
  }

  /** Takes room for a child to be started ahead, if that takes from nobody who has less. */
  private boolean reserveAhead(ChildPool pool) {
    if (fits(1, pool.memory())) {
      reserve(pool);
      return true;
    }
    if (isShort(1, pool.memory())) {
      largestIdlePool()
          .filter(other -> other.idle() > pool.ahead() + 1)
          .ifPresent(ChildPool::evict);
    }
    return false;
  }

  /** Why there is nothing for the call that stands first in a line. */
  synchronized String shortage(ChildPool pool) {
    if (pool.isFull()) {
      return "all %d programs that it may have run calls (pool.max in its configuration allows more)"
          .formatted(pool.settings().max());
    }
    return isShortOfMemory(pool.memory())
        ? "the %d bytes of memory that programs may have are spent (--pool-memory or KRM_FUNCTION_POOL_MEMORY allows more)"
            .formatted(limits.maxMemoryBytes())
        : "all %d programs that may run do (--pool-max-processes or KRM_FUNCTION_POOL_MAX_PROCESSES allows more)"
            .formatted(limits.maxProcesses());
  }

  /** Whether there is ever room for a child that needs so much. */
  boolean canEverFit(long bytes) {
    return bytes <= limits.maxMemoryBytes();
  }
}
