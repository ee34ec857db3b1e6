package dev.kiln.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of a lane on as many threads as it has places, the others wait in line. A call
 * past its deadline is answered at once, interrupted, and gives its place back; what it runs goes
 * on where it ignores the interrupt, for a JDK cannot stop a thread. There may be so many of those;
 * one more and the host is told to give up.
 */
final class CallExecutor implements AutoCloseable {
  /** How long a function may take to notice that it was interrupted before it counts as stuck. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final int BEAT_SECONDS = 5;

  /** How long an idle thread stays where it may hold on to functions that are gone. */
  private static final Duration FORGETTING = Duration.ofSeconds(5);

  private final WorkerLimits lane;
  private final StuckCallListener stuck;
  private final ThreadPoolExecutor places;
  private final ScheduledThreadPoolExecutor timer;
  private final RecentDurations recent = new RecentDurations();
  private final AtomicInteger threads = new AtomicInteger(); // made so far
  private volatile int edition; // of the functions; written under this
  private final AtomicInteger admitted = new AtomicInteger(); // those in a place or in line
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger(); // of the running, without a place
  private final Semaphore waits;
  private final AtomicInteger lingering = new AtomicInteger();
  private final AtomicInteger abandoned = new AtomicInteger();

  CallExecutor(WorkerLimits lane, StuckCallListener stuck) {
    this.lane = lane;
    this.stuck = stuck;
    this.waits = new Semaphore(lane.maxWaiting());
    int size = lane.places();
    places =
        new ThreadPoolExecutor(
            size,
            size,
            1,
            TimeUnit.MINUTES,
            new LinkedTransferQueue<>(), // wakes a waiting thread without a lock that it needs next
            this::thread) {
          @Override
          protected void afterExecute(Runnable done, @Nullable Throwable thrown) {
            CallThread.endUnlessOf(edition);
          }
        };
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("deadlines").factory());
    timer.setRemoveOnCancelPolicy(true);
    // a deadline that is not the next thing to come wakes nobody; a single caller's would be
    timer.scheduleAtFixedRate(() -> {}, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
  }

  private Thread thread(Runnable work) {
    return lane.waits()
        ? Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(work)
        : new CallThread(work, "call-" + threads.incrementAndGet(), edition);
  }

  /** Begins with all threads, rather than with one for each of the first calls. */
  void start() {
    places.prestartAllCoreThreads();
  }

  /**
   * Work to be done by a deadline.
   *
   * @param in what it is done for
   * @param run does it, on a worker's thread
   * @param instead what there is to answer if it is not done, made on any thread and at once
   */
  record Work<T>(
      Invocation in, Function<ExecutionContext, T> run, Function<Unfinished, T> instead) {}

  /** Why work was not done. */
  record Unfinished(Ending ending, String function) {}

  /** What work knows of its turn, and tells about it. */
  interface ExecutionContext {
    /** How long it waited. */
    Duration queued();

    /** The function that is running now. */
    void runs(String function);

    /** Does what mostly waits; its place is free for others meanwhile. */
    <R> R waiting(Supplier<R> work);
  }

  /** Answers when the work is done, is past its deadline, or is no longer wanted. */
  <T> CompletableFuture<T> submit(Work<T> work) {
    Instant deadline = work.in().deadline().orElseThrow();
    long left = Duration.between(Instant.now(), deadline).toNanos();
    var task = new Task<>(work);
    Ending.@Nullable Busy busy = busy(left);
    if (busy != null) {
      return CompletableFuture.completedFuture(task.instead(busy));
    }
    admitted.incrementAndGet();
    // the order matters: a task that is done takes itself off the timer, and one may end early
    work.in().cancellation().onCancel(() -> task.end(new Ending.Cancelled()));
    task.timeout = timer.schedule(task::timeOut, left, TimeUnit.NANOSECONDS);
    try {
      places.execute(task);
      task.leaveLineIfOver();
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread to be had
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

  /** That a call was not done, where it had got to. */
  static Ending timedOut(boolean began, String function) {
    String message =
        !began
            ? "no place was free"
            : function.isEmpty() ? "the list was not read" : function + " was not done";
    return new Ending.TimedOut(
        message + " at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)");
  }

  /** Those in a place. */
  int running() {
    return running.get() - waiting.get();
  }

  /** Those that run and need no place, for they wait. */
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
   * Has no thread outlive functions that are gone: a busy one ends behind its call, an idle one
   * soon.
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

  /** One call's way through the line and its place. */
  private final class Task<T> implements Runnable, ExecutionContext {
    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final long since = System.nanoTime();
    private volatile long began;
    private volatile String function = "";
    private volatile boolean waitsNow; // for what ends with the call
    private volatile @Nullable Future<?> timeout;
    private @Nullable Thread thread; // guarded by this
    private boolean over; // guarded by this; whether it is settled what to answer
    private boolean left; // guarded by this; whether its place is somebody else's
    private boolean counted; // guarded by this; whether it is among the abandoned

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
        throw new IllegalStateException("the call is over", e); // and answered
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
          cancelTimeout(); // which may not have been there yet when this ended
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

    /** Answers, unless that was settled: what is interrupted may be done sooner than answered. */
    private void finish(T result) {
      synchronized (this) {
        if (over) {
          return;
        }
        over = true;
      }
      admitted.decrementAndGet(); // first, for who has the answer may call again
      answer.complete(result);
    }

    private void leave() {
      boolean gaveBack;
      boolean wasCounted;
      synchronized (this) {
        thread = null;
        gaveBack = left;
        wasCounted = counted;
        var _ = Thread.interrupted(); // belonged to this call
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

    /** Whether it was cancelled, still runs, and is past its deadline now. */
    private synchronized boolean isOverdue() {
      boolean overdue = over && thread != null && !left;
      left |= overdue;
      return overdue;
    }

    /**
     * Answers without the work being done; one that was cancelled has its place till its deadline.
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

    /** One that ended before it stood in line did not find itself there to take itself out. */
    void leaveLineIfOver() {
      boolean isOver;
      synchronized (this) {
        isOver = over;
      }
      if (isOver && places.remove(this)) {
        cancelTimeout(); // nobody else will, and it holds the whole call
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

  /** Has a thread for each place, and one for each call that lingers or waits in none. */
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
