package dev.kiln.runtime.instances;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides the process and memory limits of a host among its functions, and assigns their instances.
 * Its lock guards the state of all pools. Each change is one step under the lock, after which the
 * scheduler assigns whatever became available.
 *
 * <p>Room goes to the function with the fewest busy instances, then to the call that came first. If
 * there is no room, the scheduler ends an idle instance of the function that has most of them.
 */
final class InstanceScheduler {
  private final InstanceLimits limits;
  private final Instances instances;
  private final List<InstancePool> pools = new ArrayList<>();
  private long nextTicketNumber;
  private int processes;
  private long memory;
  private int longRunning; // of the processes: those that serve no single call
  private long longRunningMemory;
  private int ending; // of the processes: idle ones being ended
  private long endingMemory;

  InstanceScheduler(InstanceLimits limits, Instances instances) {
    this.limits = limits;
    this.instances = instances;
  }

  Instances instances() {
    return instances;
  }

  /** Runs one step under the lock, then reschedules. */
  synchronized void update(Runnable step) {
    step.run();
    reschedule();
  }

  void add(InstancePool pool) {
    pools.add(pool);
  }

  void remove(InstancePool pool) {
    pools.remove(pool);
  }

  synchronized long nextTicketNumber() {
    return nextTicketNumber++;
  }

  /** Releases the room of an instance. */
  void release(InstancePool pool) {
    processes--;
    memory -= pool.memory();
    if (pool.isLongRunning()) {
      longRunning--;
      longRunningMemory -= pool.memory();
    }
  }

  /** Notes that the room of an instance will soon be free. */
  void markEnding(InstancePool pool) {
    ending++;
    endingMemory += pool.memory();
  }

  /** Releases the room of an instance after {@link #markEnding}. */
  void releaseEnded(InstancePool pool) {
    ending--;
    endingMemory -= pool.memory();
    release(pool);
  }

  private void reschedule() {
    pools.forEach(InstancePool::serveQueue);
    boolean memoryIsSpent = false; // calls that need no memory may go first
    for (InstancePool next = nextPool(false); next != null; next = nextPool(memoryIsSpent)) {
      if (hasRoom(1, next.memory())) {
        reserve(next);
        next.grantStart();
      } else {
        evictIdleInstances();
        if (!hasRoom(1, 0)) {
          return;
        }
        memoryIsSpent = true;
      }
    }
    pools.forEach(InstancePool::adjustSize);
    startMissingIdle(memoryIsSpent);
  }

  /** The pool whose call may start an instance next. */
  private @Nullable InstancePool nextPool(boolean memoryIsSpent) {
    return pools.stream()
        .filter(pool -> pool.neededStarts() > 0 && fitsBesideLongRunning(pool))
        .filter(pool -> !memoryIsSpent || pool.memory() == 0)
        .min(
            Comparator.comparingInt(InstancePool::busy)
                .thenComparingLong(InstancePool::firstTicketNumber))
        .orElse(null);
  }

  /** Starts missing idle instances one by one, first in the pool with the fewest. */
  private void startMissingIdle(boolean memoryIsSpent) {
    var lacking = new ArrayList<InstancePool>(pools);
    lacking.removeIf(pool -> memoryIsSpent && pool.memory() > 0);
    for (lacking.removeIf(pool -> !pool.needsStartAhead());
        !lacking.isEmpty();
        lacking.removeIf(pool -> !pool.needsStartAhead())) {
      InstancePool least =
          Collections.min(lacking, Comparator.comparingInt(InstancePool::idleOrStarting));
      if (reserveAhead(least)) {
        least.submitStartAhead();
      } else {
        lacking.remove(least);
      }
    }
  }

  private void reserve(InstancePool pool) {
    processes++;
    memory += pool.memory();
    if (pool.isLongRunning()) {
      longRunning++;
      longRunningMemory += pool.memory();
    }
  }

  /** Whether the instance will fit once no call is running. */
  private boolean fitsBesideLongRunning(InstancePool pool) {
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

  private void evictIdleInstances() {
    int more = pools.stream().mapToInt(InstancePool::neededStarts).sum();
    long bytes = pools.stream().mapToLong(pool -> pool.neededStarts() * pool.memory()).sum();
    Optional<InstancePool> most = largestIdlePool();
    while (exceedsLimits(more, bytes) && most.isPresent()) {
      most.get().evict();
      most = largestIdlePool();
    }
  }

  private Optional<InstancePool> largestIdlePool() {
    return pools.stream()
        .filter(pool -> pool.idle() > 0)
        .max(Comparator.comparingInt(InstancePool::idle));
  }

  /**
   * Reserves room for an instance to be started ahead, if no pool with fewer instances loses one.
   */
  private boolean reserveAhead(InstancePool pool) {
    if (hasRoom(1, pool.memory())) {
      reserve(pool);
      return true;
    }
    if (exceedsLimits(1, pool.memory())) {
      largestIdlePool()
          .filter(other -> other.idle() > pool.idleOrStarting() + 1)
          .ifPresent(InstancePool::evict);
    }
    return false;
  }

  /** Explains why the first call in a queue gets no instance. */
  synchronized String shortageReason(InstancePool pool) {
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

  /** Whether an instance that needs this much memory fits at all. */
  boolean canEverFit(long bytes) {
    return bytes <= limits.maxMemoryBytes();
  }
}
