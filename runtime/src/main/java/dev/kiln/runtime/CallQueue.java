package dev.kiln.runtime;

import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for a thread. It gives each idle thread the call that is next: clients take
 * turns, and so do the connections of each.
 *
 * <p>Calls with large lists take turns apart from the others. They never have all threads, and each
 * of them waits until the memory for it is free. So a call with a small list waits for a few others
 * of its kind, not for seconds of work on large lists.
 *
 * <p>A {@link java.util.concurrent.ThreadPoolExecutor} takes from it as from any queue. A library
 * offers no queue whose entries may have to wait although a thread is idle.
 */
final class CallQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
  private final int maxLarge;
  private final CallTurns small = new CallTurns(); // guarded by this, as all below
  private final CallTurns large = new CallTurns();
  private final Deque<IdleThread> idle = new ArrayDeque<>(); // the one that had work last is first
  private int runningLarge;
  private boolean isLargeNext;

  /**
   * @param maxLarge how many calls with large lists may run at once
   */
  CallQueue(int maxLarge) {
    this.maxLarge = maxLarge;
  }

  /** A call in the queue. */
  interface QueuedCall extends Runnable {
    /** Who sent it. */
    ClientShare sender();

    /** Whether its list is large. */
    boolean isLarge();

    /** Takes the memory that it needs; if it is not free, changes nothing and returns false. */
    boolean takeMemory();
  }

  private static final class IdleThread {
    final Thread thread = Thread.currentThread();
    volatile @Nullable Runnable given;
  }

  @Override
  public synchronized boolean offer(Runnable call) {
    QueuedCall added = (QueuedCall) call;
    (added.isLarge() ? large : small).add(added);
    giveToIdleThreads();
    return true;
  }

  /** A call with a large list has ended, or waits for something outside of this process. */
  synchronized void largeEnded() {
    runningLarge--;
    giveToIdleThreads();
  }

  /** A call with a large list goes on after it waited. */
  synchronized void largeResumed() {
    runningLarge++;
  }

  /** Memory became free. */
  synchronized void memoryFreed() {
    giveToIdleThreads();
  }

  private void giveToIdleThreads() {
    while (!idle.isEmpty()) {
      QueuedCall next = poll();
      if (next == null) {
        return;
      }
      IdleThread thread = idle.pop();
      thread.given = next;
      LockSupport.unpark(thread.thread);
    }
  }

  /** Removes the call that may run now and whose turn it is; null if there is none. */
  @Override
  public synchronized @Nullable QueuedCall poll() {
    boolean isLargeFirst = isLargeNext;
    QueuedCall next = isLargeFirst ? pollLarge() : small.pollIfMemoryFree();
    if (next == null) {
      next = isLargeFirst ? small.pollIfMemoryFree() : pollLarge();
    }
    if (next != null) {
      isLargeNext = !next.isLarge();
    }
    return next;
  }

  private @Nullable QueuedCall pollLarge() {
    QueuedCall next = runningLarge < maxLarge ? large.pollIfMemoryFree() : null;
    if (next != null) {
      runningLarge++;
    }
    return next;
  }

  @Override
  public Runnable take() throws InterruptedException {
    while (true) {
      Runnable next = await(0);
      if (next != null) {
        return next;
      }
    }
  }

  @Override
  public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
    return await(Math.max(1, unit.toNanos(timeout)));
  }

  /**
   * Waits for a call.
   *
   * @param timeout in nanoseconds; 0 for none
   */
  private @Nullable Runnable await(long timeout) throws InterruptedException {
    IdleThread self;
    synchronized (this) {
      Runnable next = poll();
      if (next != null) {
        return next;
      }
      self = new IdleThread();
      idle.push(self);
    }
    long end = System.nanoTime() + timeout;
    while (self.given == null && !Thread.currentThread().isInterrupted()) {
      long left = end - System.nanoTime();
      if (timeout == 0) {
        LockSupport.park(this);
      } else if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        break;
      }
    }
    return self.given != null || !leaveIdle(self) ? self.given : nothingGiven();
  }

  /** Whether the thread was still idle; otherwise it has been given a call. */
  private synchronized boolean leaveIdle(IdleThread self) {
    return idle.remove(self);
  }

  private static @Nullable Runnable nothingGiven() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return null;
  }

  @Override
  public synchronized boolean remove(Object call) {
    return call instanceof QueuedCall queued && (queued.isLarge() ? large : small).remove(queued);
  }

  @Override
  public synchronized int size() {
    return small.size() + large.size();
  }

  /**
   * Whether a sender may add a call: a connection may have as many in the queue as there is room
   * for more, and a client three times that.
   */
  synchronized boolean mayAdd(ClientShare sender, int room) {
    return room > 0
        && (sender == ClientShare.OWN_PROCESS
            || (callsOf(sender) < room
                && callsOf(sender.client()) / ClientShare.CLIENT_WEIGHT < room));
  }

  private int callsOf(ClientShare sender) {
    return small.callsOf(sender) + large.callsOf(sender);
  }

  /** How many calls of this size a new call of the sender would wait for, at most. */
  synchronized int callsBefore(ClientShare sender, boolean isLarge) {
    return (isLarge ? large : small).callsBefore(sender);
  }

  @Override
  public synchronized Iterator<Runnable> iterator() {
    List<Runnable> all = new ArrayList<>(small.all());
    all.addAll(large.all());
    return all.iterator();
  }

  @Override
  public synchronized @Nullable Runnable peek() {
    Iterator<Runnable> all = iterator();
    return all.hasNext() ? all.next() : null;
  }

  @Override
  public void put(Runnable call) {
    offer(call);
  }

  @Override
  public boolean offer(Runnable call, long timeout, TimeUnit unit) {
    return offer(call);
  }

  @Override
  public int remainingCapacity() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int drainTo(Collection<? super Runnable> to) {
    return drainTo(to, Integer.MAX_VALUE);
  }

  @Override
  public synchronized int drainTo(Collection<? super Runnable> to, int most) {
    int count = 0;
    for (Iterator<Runnable> all = iterator(); count < most && all.hasNext(); count++) {
      Runnable call = all.next();
      remove(call);
      to.add(call);
    }
    return count;
  }
}
