package dev.kiln.runtime.programs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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

  void give(long bytes) {
    processes--;
    memory -= bytes;
  }

  void leaves(long bytes) {
    leaving++;
    leavingMemory += bytes;
  }

  void left(long bytes) {
    leaving--;
    leavingMemory -= bytes;
    give(bytes);
  }

  private void settle() {
    pools.forEach(Pool::serve);
    Optional<Pool> first = first();
    while (first.isPresent() && fits(1, first.get().memory())) {
      take(first.get().memory());
      first.get().grantStart();
      first = first();
    }
    if (first.isPresent()) {
      makeRoom();
    } else {
      pools.forEach(Pool::fit);
    }
  }

  private Optional<Pool> first() {
    return pools.stream()
        .filter(pool -> pool.wanting() > 0)
        .min(Comparator.comparingInt(Pool::busy).thenComparingLong(Pool::firstTurn));
  }

  private void take(long bytes) {
    processes++;
    memory += bytes;
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
  boolean takeAhead(Pool pool) {
    if (fits(1, pool.memory())) {
      take(pool.memory());
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
      return "all %d programs that may run for it do (max of its pool)"
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
