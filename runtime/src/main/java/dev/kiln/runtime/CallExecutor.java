package dev.kiln.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls on a limited number of threads, its places; the other calls wait in a queue. A call
 * past its deadline is answered at once and interrupted, and its place becomes free. Its code goes
 * on if it ignores the interrupt, because Java cannot stop a thread. The number of such abandoned
 * calls is limited; if it is exceeded, the {@link StuckCallListener} learns that the host should
 * end.
 */
final class CallExecutor implements AutoCloseable {
  /** How long a function may take to notice that it was interrupted before it counts as stuck. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final int BEAT_SECONDS = 5;

  /** How long an idle thread is kept if it may still refer to removed functions. */
  private static final Duration FORGETTING = Duration.ofSeconds(5);

  private final WorkerLimits lane;
  private final StuckCallListener stuck;
  private final ThreadPoolExecutor places;
  private final ScheduledExecutorService timer;
  private final RecentDurations recent = new RecentDurations();
  private final AtomicInteger threads = new AtomicInteger(); // made so far
  private volatile int edition; // of the functions; writes are guarded by this
  private final AtomicInteger admitted = new AtomicInteger(); // with a place, or queued
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger(); // running calls that need no place
  private final Semaphore waits;
  private final AtomicInteger lingering = new AtomicInteger();
  private final AtomicInteger abandoned = new AtomicInteger();

  /**
   * @param timer ends calls at their deadlines; {@link #close} shuts it down
   */
  CallExecutor(WorkerLimits lane, StuckCallListener stuck, ScheduledExecutorService timer) {
    this.lane = lane;
    this.stuck = stuck;
    this.timer = timer;
    this.waits = new Semaphore(lane.maxWaiting());
    int size = lane.places();
    places =
        new ThreadPoolExecutor(
            size,
            size,
            1,
            TimeUnit.MINUTES,
            new LinkedTransferQueue<>(), // wakes a thread without a lock that the thread then needs
            this::thread) {
          @Override
          protected void afterExecute(Runnable done, @Nullable Throwable thrown) {
            CallThread.endUnlessOf(edition);
          }
        };
  }

  /** Returns a timer for deadlines, with a thread of its own. */
  static ScheduledExecutorService timer() {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("deadlines").factory());
    timer.setRemoveOnCancelPolicy(true);
    // a deadline wakes the timer's thread only if it comes first; this task comes before it
    timer.scheduleAtFixedRate(() -> {}, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    return timer;
  }

  private Thread thread(Runnable work) {
    return lane.waits()
        ? Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(work)
        : new CallThread(work, "call-" + threads.incrementAndGet(), edition);
  }

  /** Starts all threads now, so that the first calls need not start one each. */
  void start() {
    places.prestartAllCoreThreads();
  }

  /**
   * Work that has a deadline.
   *
   * @param in the call that it is done for
   * @param run does the work, on a thread of the executor
   * @param instead makes the answer if the work is not done; runs on any thread and must be quick
   */
  record Work<T>(
      Invocation in, Function<ExecutionContext, T> run, Function<Unfinished, T> instead) {}

  /** Why work was not done. */
  record Unfinished(Ending ending, String function) {}

  /** What work can ask and tell the executor while it runs. */
  interface ExecutionContext {
    /** How long the call was queued. */
    Duration queued();

    /** Records the function that is running now. */
    void runs(String function);

    /** Does work that mostly waits; other calls may use the place meanwhile. */
    <R> R waiting(Supplier<R> work);
  }

  /**
   * Queues the work. The future completes when the work is done, is past its deadline or is
   * cancelled.
   */
  <T> CompletableFuture<T> submit(Work<T> work) {
    Instant deadline = work.in().deadline().orElseThrow();
    long left = Duration.between(Instant.now(), deadline).toNanos();
    var task = new Task<>(work);
    Ending.@Nullable Busy busy = busy(left);
    if (busy != null) {
      return CompletableFuture.completedFuture(task.instead(busy));
    }
    admitted.incrementAndGet();
    // the order matters: a finished task cancels its timeout, and a task may end early
    work.in().cancellation().onCancel(() -> task.end(new Ending.Cancelled()));
    task.timeout = timer.schedule(task::timeOut, left, TimeUnit.NANOSECONDS);
    try {
      places.execute(task);
      task.leaveLineIfOver();
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread is available
      task.end(new Ending.Fault(e));
    }
    return task.answer;
  }

  private Ending.@Nullable Busy busy(long left) {
    int ahead = admitted.get() - waiting.get() - lane.places();
    if (ahead >= 0 && ahead >= lane.maxQueued()) {
      return new Ending.Busy(
          waiting(ahead) + " (--max-queued or KRM_FUNCTION_MAX_QUEUED allows more)");
    }
    if (ahead <= 0) {
      return null;
    }
    long wait = recent.median() / lane.places() * ahead;
    return wait > left
        ? new Ending.Busy(
            "%s, about %.1f s of work, which is past the deadline of this one (%s runs more at once)"
                .formatted(waiting(ahead), wait / 1e9, lane.widening()))
        : null;
  }

  private static String waiting(int ahead) {
    return switch (ahead) {
      case 0 -> "no place is free";
      case 1 -> "1 call is waiting already";
      default -> ahead + " calls are waiting already";
    };
  }

  /** The ending of a call past its deadline, with the phase that it had reached. */
  static Ending timedOut(boolean began, String function) {
    String message =
        !began
            ? "no place was free"
            : function.isEmpty() ? "the list was not read" : function + " was not done";
    return new Ending.TimedOut(
        message + " at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)");
  }

  /** The number of calls that have a place. */
  int running() {
    return running.get() - waiting.get();
  }

  /** The number of running calls that need no place, because they wait. */
  int waiting() {
    return waiting.get();
  }

  int queued() {
    return places.getQueue().size();
  }

  int abandoned() {
    return abandoned.get();
  }

  /**
   * Replaces all threads, so that none outlives removed functions. A busy thread ends after its
   * call, an idle one soon.
   */
  synchronized void renewThreads() {
    edition = edition + 1;
    places.setKeepAliveTime(FORGETTING.toSeconds(), TimeUnit.SECONDS);
    places.allowCoreThreadTimeOut(true);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    places.shutdownNow();
  }

  /** One call, from the queue to its end. */
  private final class Task<T> implements Runnable, ExecutionContext {
    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final long since = System.nanoTime();
    private volatile long began;
    private volatile String function = "";
    private volatile boolean waitsNow; // for something that ends with the call
    private volatile @Nullable Future<?> timeout;
    private @Nullable Thread thread; // guarded by this
    private boolean over; // guarded by this; whether the answer is decided
    private boolean left; // guarded by this; whether its place was given back
    private boolean counted; // guarded by this; whether it counts as abandoned

    Task(Work<T> work) {
      this.work = work;
    }

    @Override
    public Duration queued() {
      return Duration.ofNanos(began - since);
    }

    @Override
    public void runs(String name) {
      function = name;
    }

    @Override
    public <R> R waiting(Supplier<R> wait) {
      if (lane.waits()) {
        return wait.get();
      }
      try {
        waits.acquire();
      } catch (InterruptedException e) {
        throw new IllegalStateException("the call is over", e); // and its answer was sent
      }
      waitsNow = true;
      waiting.incrementAndGet();
      resizePool();
      try {
        return wait.get();
      } finally {
        waitsNow = false;
        waiting.decrementAndGet();
        waits.release();
        resizePool();
      }
    }

    @Override
    public void run() {
      began = System.nanoTime();
      synchronized (this) {
        if (over) {
          cancelTimeout(); // which may not have been set yet when the task ended
          return;
        }
        thread = Thread.currentThread();
      }
      running.incrementAndGet();
      try {
        finish(work.run().apply(this));
      } catch (Throwable e) {
        finish(instead(new Ending.Fault(e)));
      } finally {
        leave();
      }
    }

    /**
     * Answers with the result, unless the answer is decided already: an interrupted task may return
     * before its other answer is sent.
     */
    private void finish(T result) {
      synchronized (this) {
        if (over) {
          return;
        }
        over = true;
      }
      admitted.decrementAndGet(); // first, because the caller may call again once it has the answer
      answer.complete(result);
    }

    private void leave() {
      boolean gaveBack;
      boolean wasCounted;
      synchronized (this) {
        thread = null;
        gaveBack = left;
        wasCounted = counted;
        var _ = Thread.interrupted(); // clears an interrupt that was meant for this call
      }
      cancelTimeout();
      if (wasCounted) {
        abandoned.decrementAndGet();
      }
      if (gaveBack) {
        lingering.decrementAndGet();
        resizePool();
      } else {
        running.decrementAndGet();
        recent.add(System.nanoTime() - began);
      }
    }

    private void cancelTimeout() {
      Future<?> pending = timeout;
      if (pending != null) {
        pending.cancel(false);
      }
    }

    private T instead(Ending ending) {
      return work.instead().apply(new Unfinished(ending, function));
    }

    void timeOut() {
      if (isOverdue()) {
        giveBack();
        return;
      }
      end(timedOut(began != 0, function));
    }

    /** Whether it was cancelled, still runs and is past its deadline; if so, it loses its place. */
    private synchronized boolean isOverdue() {
      boolean overdue = over && thread != null && !left;
      left |= overdue;
      return overdue;
    }

    /**
     * Answers although the work is not done. A cancelled call keeps its place until its deadline.
     */
    void end(Ending ending) {
      boolean runs;
      boolean gives;
      synchronized (this) {
        if (over) {
          return;
        }
        over = true;
        runs = thread != null;
        gives = runs && !(ending instanceof Ending.Cancelled);
        left = gives;
        if (thread != null) {
          thread.interrupt();
        }
      }
      admitted.decrementAndGet();
      answer.complete(instead(ending));
      work.in().cancellation().cancel();
      if (gives) {
        giveBack();
      } else if (!runs) {
        cancelTimeout();
        places.remove(this);
      }
    }

    /**
     * Removes the task from the queue if it ended before it was queued, when {@link #end} could not
     * find it there.
     */
    void leaveLineIfOver() {
      boolean isOver;
      synchronized (this) {
        isOver = over;
      }
      if (isOver && places.remove(this)) {
        cancelTimeout(); // nothing else does, and it refers to the whole call
      }
    }

    private void giveBack() {
      running.decrementAndGet();
      lingering.incrementAndGet();
      resizePool();
      timer.schedule(this::countIfStuck, GRACE.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void countIfStuck() {
      synchronized (this) {
        if (thread == null || waitsNow) {
          return;
        }
        counted = true;
      }
      int all = abandoned.incrementAndGet();
      stuck.callStuck(function, all);
      if (all > lane.maxAbandoned()) {
        stuck.limitExceeded(all);
      }
    }
  }

  /**
   * Resizes the pool: one thread for each place, and one for each call that goes on or waits
   * without a place.
   */
  private synchronized void resizePool() {
    int lingers = Math.clamp(lingering.get(), 0, lane.maxAbandoned());
    int size = lane.places() + waiting.get() + lingers;
    if (size > places.getMaximumPoolSize()) {
      places.setMaximumPoolSize(size);
      places.setCorePoolSize(size);
    } else {
      places.setCorePoolSize(size);
      places.setMaximumPoolSize(size);
    }
  }
}
