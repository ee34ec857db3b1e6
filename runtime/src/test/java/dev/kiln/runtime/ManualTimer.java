package dev.kiln.runtime;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A timer whose time passes only when a test says so. */
final class ManualTimer extends ScheduledThreadPoolExecutor {
  private final Queue<Entry> entries = // guarded by this
      new PriorityQueue<>(Comparator.comparingLong(Entry::due));
  private long now; // guarded by this

  private record Entry(long due, Runnable task, ScheduledFuture<?> handle) {}

  ManualTimer() {
    super(1, Thread.ofPlatform().daemon().factory());
  }

  /** Keeps the task until its time; the real timer only provides a handle that can be cancelled. */
  @Override
  public synchronized ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    ScheduledFuture<?> handle = super.schedule(task, 1, TimeUnit.DAYS);
    entries.add(new Entry(now + unit.toNanos(delay), task, handle));
    return handle;
  }

  /** Runs what is due by then, in its order, on this thread. */
  void advance(Duration time) {
    long end = now() + time.toNanos();
    for (var next = nextBy(end); next.isPresent(); next = nextBy(end)) {
      if (next.get().handle().cancel(false)) {
        next.get().task().run();
      }
    }
  }

  private synchronized long now() {
    return now;
  }

  private synchronized Optional<Entry> nextBy(long end) {
    Entry next = entries.peek();
    boolean due = next != null && next.due() <= end;
    now = due ? Math.max(now, next.due()) : end;
    return due ? Optional.of(entries.remove()) : Optional.empty();
  }
}
