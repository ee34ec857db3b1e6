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
final class Room {
  private final ChildrenLimits limits;
  private final Children children;
  private final List<Pool> pools = new ArrayList<>();
  private long turns;
  private int processes;
  private long memory;
  private int kept; // of the processes: those that are no call's
  private long keptMemory;
  private int leaving; // of the processes: idle ones that were told to end
  private long leavingMemory;

  Room(ChildrenLimits limits, Children children) {
    this.limits = limits;
    this.children = children;
  }

  Children children() {
    return children;
  }

  /** One step, and what follows from it. */
  synchronized void change(Runnable step) {
    step.run();
    settle();
  }

  void add(Pool pool) {
    pools.add(pool);
  }

  void remove(Pool pool) {
    pools.remove(pool);
  }

  synchronized long nextTurn() {
    return turns++;
  }

  /** The room of a child is free. */
  void give(Pool pool) {
    processes--;
    memory -= pool.memory();
    if (pool.isKept()) {
      kept--;
      keptMemory -= pool.memory();
    }
  }

  /** The room of a child will soon be free. */
  void leaves(Pool pool) {
    leaving++;
    leavingMemory += pool.memory();
  }

  /** The room of a child is free, as was expected. */
  void left(Pool pool) {
    leaving--;
    leavingMemory -= pool.memory();
    give(pool);
  }

  private void settle() {
    pools.forEach(Pool::serve);
    boolean memoryIsSpent = false; // others may go first that need none
    for (Pool next = next(false); next != null; next = next(memoryIsSpent)) {
      if (fits(1, next.memory())) {
        take(next);
        next.grantStart();
      } else {
        makeRoom();
        if (!fits(1, 0)) {
          return;
        }
        memoryIsSpent = true;
      }
    }
    pools.forEach(Pool::fit);
    grow(memoryIsSpent);
  }

  /** Whose call is to start a child next. */
  private @Nullable Pool next(boolean memoryIsSpent) {
    return pools.stream()
        .filter(pool -> pool.wanting() > 0 && fitsBesideKept(pool))
        .filter(pool -> !memoryIsSpent || pool.memory() == 0)
        .min(Comparator.comparingInt(Pool::busy).thenComparingLong(Pool::firstTurn))
        .orElse(null);
  }

  /** Starts what lacks, one by one where fewest wait. */
  private void grow(boolean memoryIsSpent) {
    var lacking = new ArrayList<Pool>(pools);
    lacking.removeIf(pool -> memoryIsSpent && pool.memory() > 0);
    for (lacking.removeIf(pool -> !pool.lacks());
        !lacking.isEmpty();
        lacking.removeIf(pool -> !pool.lacks())) {
      Pool least = Collections.min(lacking, Comparator.comparingInt(Pool::ahead));
      if (takeAhead(least)) {
        least.grow();
      } else {
        lacking.remove(least);
      }
    }
  }

  private void take(Pool pool) {
    processes++;
    memory += pool.memory();
    if (pool.isKept()) {
      kept++;
      keptMemory += pool.memory();
    }
  }

  /** Whether there will be room once no call runs any more. */
  private boolean fitsBesideKept(Pool pool) {
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
    int more = pools.stream().mapToInt(Pool::wanting).sum();
    long bytes = pools.stream().mapToLong(pool -> pool.wanting() * pool.memory()).sum();
    Optional<Pool> most = most();
    while (isShort(more, bytes) && most.isPresent()) {
      most.get().evict();
      most = most();
    }
  }

  private Optional<Pool> most() {
    return pools.stream().filter(pool -> pool.idle() > 0).max(Comparator.comparingInt(Pool::idle));
  }

  /** Takes room for a child to be started ahead, if that takes from nobody who has less. */
  private boolean takeAhead(Pool pool) {
    if (fits(1, pool.memory())) {
      take(pool);
      return true;
    }
    if (isShort(1, pool.memory())) {
      most().filter(other -> other.idle() > pool.ahead() + 1).ifPresent(Pool::evict);
    }
    return false;
  }

  /** Why there is nothing for the call that stands first in a line. */
  synchronized String shortage(Pool pool) {
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
  boolean holds(long bytes) {
    return bytes <= limits.maxMemoryBytes();
  }
}
