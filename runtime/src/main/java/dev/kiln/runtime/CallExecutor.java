package dev.kiln.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls on a limited number of threads, its places; the other calls wait in a queue. A call
 * past its deadline is answered at once and interrupted, and its place becomes free. Its code goes
 * on if it ignores the interrupt, because Java cannot stop a thread; another thread serves its
 * place. The number of these threads is limited.
 *
 * <p>A caller's own deadline says nothing about the function, so a call counts as abandoned only
 * when it is past the timeout of the host as well. If more calls are abandoned than there are
 * threads to replace, the {@link StuckCallListener} learns that the host should end.
 */
final class CallExecutor implements AutoCloseable {
  /** How long a function may take to notice that the timeout of the host has passed. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final int TIMER_PERIOD_SECONDS = 5;

  private final WorkerLimits limits;
  private final WorkMemory memory;
  private final StuckCallListener stuckListener;
  private final CallThreadPool threads;
  private final ScheduledExecutorService timer;
  private final QueueEstimate estimate;
  private final AtomicInteger admittedCalls = new AtomicInteger(); // with a place, or queued
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger(); // running calls that need no place
  private final Semaphore waitPermits;
  private final AtomicInteger overdueCalls = new AtomicInteger();
  private final AtomicInteger abandoned = new AtomicInteger();

  /**
   * @param timer ends calls at their deadlines; {@link #close} shuts it down
   */
  CallExecutor(
      WorkerLimits limits,
      WorkMemory memory,
      StuckCallListener stuckListener,
      ScheduledExecutorService timer) {
    this.limits = limits;
    this.memory = memory;
    this.stuckListener = stuckListener;
    this.timer = timer;
    this.waitPermits = new Semaphore(limits.maxWaiting());
    this.threads = new CallThreadPool(limits, this::callsWithoutPlace);
    this.estimate = new QueueEstimate(limits, threads.queue());
    memory.onFreed(threads.queue()::memoryFreed);
  }

  /** Returns a timer for deadlines, with a thread of its own. */
  static ScheduledExecutorService timer() {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("deadlines").factory());
    timer.setRemoveOnCancelPolicy(true);
    // a deadline wakes the timer's thread only if it comes first; this task comes before it
    timer.scheduleAtFixedRate(
        () -> {}, TIMER_PERIOD_SECONDS, TIMER_PERIOD_SECONDS, TimeUnit.SECONDS);
    return timer;
  }

  /** Starts all threads now, so that the first calls need not start one each. */
  void start() {
    threads.start();
  }

  /**
   * Work that has a deadline.
   *
   * @param in the call that it is done for
   * @param memory how much it needs
   * @param run does the work, on a thread of the executor
   * @param onUnfinished makes the answer if the work is not done; runs on any thread and must be
   *     quick
   */
  record Work<T>(
      Invocation in,
      long memory,
      Function<ExecutionContext, T> run,
      Function<Unfinished, T> onUnfinished) {}

  /** Why work was not done. */
  record Unfinished(Ending ending, String function) {}

  /** What work can ask and tell the executor while it runs. */
  interface ExecutionContext {
    /** How long the call was queued. */
    Duration timeInQueue();

    /** Records the function that is running now. */
    void functionStarted(String function);

    /**
     * Takes more memory: the list turned out to need more than it seemed.
     *
     * @throws NothingRanException if it is not free
     */
    void addMemory(long bytes);

    /** Keeps so much memory and frees the rest, which the call will not need. */
    void keepMemory(long bytes);

    /** Does work that mostly waits; other calls may use the place meanwhile. */
    <R> R runBlocking(Supplier<R> work);
  }

  /**
   * Queues the work. The future completes when the work is done, is past its deadline or is
   * cancelled.
   */
  <T> CompletableFuture<T> submit(Work<T> work) {
    Instant deadline = work.in().deadline().orElseThrow();
    long left = Duration.between(Instant.now(), deadline).toNanos();
    var task = new Task<>(work, Math.max(0, limits.timeout().toNanos() - left));
    int excess = admittedCalls.get() - waiting.get() - limits.places();
    Ending.@Nullable Busy busy = estimate.busyEnding(task, excess, left);
    if (busy != null) {
      return CompletableFuture.completedFuture(task.unfinishedAnswer(busy));
    }
    admittedCalls.incrementAndGet();
    // the order matters: a finished task cancels its timeout, and a task may end early
    work.in().cancellation().onCancel(() -> task.abort(new Ending.Cancelled()));
    task.timeout = timer.schedule(task::timeOut, left, TimeUnit.NANOSECONDS);
    try {
      threads.execute(task);
      task.leaveQueueIfDecided();
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread is available
      task.abort(new Ending.Fault(e));
    }
    return task.answer;
  }

  /** The ending of a call past its deadline, with the phase that it had reached. */
  static Ending timeoutEnding(boolean began, String function) {
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
  int waitingCalls() {
    return waiting.get();
  }

  int queuedCalls() {
    return threads.queued();
  }

  int abandoned() {
    return abandoned.get();
  }

  /**
   * Replaces all threads, so that none outlives removed functions. A busy thread ends after its
   * call, an idle one soon.
   */
  void renewThreads() {
    threads.renewThreads();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    threads.close();
  }

  /** One call, from the queue to its end. */
  private final class Task<T> implements CallQueue.QueuedCall, ExecutionContext {
    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final long hostTimeLeft; // from the call's deadline to the timeout of the host
    private final long queuedAt = System.nanoTime();
    private final boolean isLarge;
    private long takenMemory; // of the thread that runs it
    private volatile long startedAt;
    private volatile String function = "";
    private volatile boolean isBlocking; // for something that ends with the call
    private volatile @Nullable Future<?> timeout;
    private @Nullable Thread thread; // guarded by this
    private boolean isDecided; // guarded by this; whether the answer is decided
    private boolean isPlaceReleased; // guarded by this; whether its place was given back
    private boolean isCountedAsAbandoned; // guarded by this; whether it counts as abandoned

    Task(Work<T> work, long hostTimeLeft) {
      this.work = work;
      this.hostTimeLeft = hostTimeLeft;
      this.isLarge = work.in().size() >= MemoryNeed.LARGE;
    }

    @Override
    public ClientShare sender() {
      return work.in().sender();
    }

    @Override
    public boolean isLarge() {
      return isLarge;
    }

    @Override
    public boolean takeMemory() {
      if (!memory.take(work.memory(), !isLarge)) {
        return false;
      }
      takenMemory = work.memory();
      return true;
    }

    @Override
    public void addMemory(long bytes) {
      if (takenMemory + bytes > memory.bytes()) {
        throw new NothingRanException(Limits.needsTooMuch(takenMemory + bytes, memory.bytes()));
      }
      if (!memory.take(bytes, !isLarge)) {
        throw new NothingRanException(Limits.outOfMemory(false));
      }
      takenMemory += bytes;
    }

    @Override
    public void keepMemory(long bytes) {
      long freed = Math.max(0, takenMemory - bytes);
      takenMemory -= freed;
      memory.free(freed);
    }

    @Override
    public Duration timeInQueue() {
      return Duration.ofNanos(startedAt - queuedAt);
    }

    @Override
    public void functionStarted(String name) {
      function = name;
    }

    @Override
    public <R> R runBlocking(Supplier<R> wait) {
      if (limits.isForWaitingCalls()) {
        return wait.get();
      }
      try {
        waitPermits.acquire();
      } catch (InterruptedException e) {
        throw new IllegalStateException("the call is over", e); // and its answer was sent
      }
      isBlocking = true;
      waiting.incrementAndGet();
      threads.resize();
      releaseLargePlace();
      try {
        return wait.get();
      } finally {
        if (isLarge) {
          threads.queue().largeResumed();
        }
        isBlocking = false;
        waiting.decrementAndGet();
        waitPermits.release();
        threads.resize();
      }
    }

    @Override
    public void run() {
      startedAt = System.nanoTime();
      synchronized (this) {
        if (isDecided) {
          cancelTimeout(); // which may not have been set yet when the task ended
          releaseLargePlace();
          memory.free(takenMemory);
          return;
        }
        thread = Thread.currentThread();
      }
      running.incrementAndGet();
      try {
        finish(work.run().apply(this));
      } catch (OutOfMemoryError e) {
        finish(unfinishedAnswer(Limits.outOfMemory(isLarge)));
      } catch (Throwable e) {
        finish(unfinishedAnswer(new Ending.Fault(e)));
      } finally {
        cleanUp();
      }
    }

    private void releaseLargePlace() {
      if (isLarge) {
        threads.queue().largeEnded();
      }
    }

    /**
     * Answers with the result, unless the answer is decided already: an interrupted task may return
     * before its other answer is sent.
     */
    private void finish(T result) {
      synchronized (this) {
        if (isDecided) {
          return;
        }
        isDecided = true;
      }
      admittedCalls
          .decrementAndGet(); // first, because the caller may call again once it has the answer
      work.in().cancellation().forgetListeners();
      answer.complete(result);
    }

    private void cleanUp() {
      boolean placeWasReleased;
      boolean wasCounted;
      synchronized (this) {
        thread = null;
        placeWasReleased = isPlaceReleased;
        wasCounted = isCountedAsAbandoned;
        var _ = Thread.interrupted(); // clears an interrupt that was meant for this call
      }
      cancelTimeout();
      memory.free(takenMemory);
      if (wasCounted) {
        abandoned.decrementAndGet();
      }
      if (placeWasReleased) {
        overdueCalls.decrementAndGet();
        threads.resize();
      } else {
        running.decrementAndGet();
        releaseLargePlace();
        estimate.callEnded(this, System.nanoTime() - startedAt);
      }
    }

    private void cancelTimeout() {
      Future<?> pending = timeout;
      if (pending != null) {
        pending.cancel(false);
      }
    }

    private T unfinishedAnswer(Ending ending) {
      return work.onUnfinished().apply(new Unfinished(ending, function));
    }

    void timeOut() {
      if (tryMarkOverdue()) {
        releasePlace();
        return;
      }
      abort(timeoutEnding(startedAt != 0, function));
    }

    /** Whether it was cancelled, still runs and is past its deadline; if so, it loses its place. */
    private synchronized boolean tryMarkOverdue() {
      boolean overdue = isDecided && thread != null && !isPlaceReleased;
      isPlaceReleased |= overdue;
      return overdue;
    }

    /**
     * Answers although the work is not done. A cancelled call keeps its place until its deadline.
     */
    void abort(Ending ending) {
      boolean isRunning;
      boolean releasesPlace;
      synchronized (this) {
        if (isDecided) {
          return;
        }
        isDecided = true;
        isRunning = thread != null;
        releasesPlace = isRunning && !(ending instanceof Ending.Cancelled);
        isPlaceReleased = releasesPlace;
        if (thread != null) {
          thread.interrupt();
        }
      }
      admittedCalls.decrementAndGet();
      answer.complete(unfinishedAnswer(ending));
      work.in().cancellation().cancel();
      if (releasesPlace) {
        releasePlace();
      } else if (!isRunning) {
        cancelTimeout();
        threads.remove(this);
      }
    }

    /**
     * Removes the task from the queue if it ended before it was queued, when {@link #abort} could
     * not find it there.
     */
    void leaveQueueIfDecided() {
      boolean decided;
      synchronized (this) {
        decided = isDecided;
      }
      if (decided && threads.remove(this)) {
        cancelTimeout(); // nothing else does, and it refers to the whole call
      }
    }

    private void releasePlace() {
      running.decrementAndGet();
      releaseLargePlace();
      overdueCalls.incrementAndGet();
      threads.resize();
      synchronized (this) {
        if (thread != null) { // otherwise nothing would cancel it, and it refers to the whole call
          timeout =
              timer.schedule(
                  this::countIfStuck, hostTimeLeft + GRACE.toNanos(), TimeUnit.NANOSECONDS);
        }
      }
    }

    private void countIfStuck() {
      synchronized (this) {
        if (thread == null || isBlocking) {
          return;
        }
        isCountedAsAbandoned = true;
      }
      int all = abandoned.incrementAndGet();
      stuckListener.callStuck(function, all);
      if (all > limits.maxAbandoned()) {
        stuckListener.limitExceeded(all);
      }
    }
  }

  /** The number of running calls that wait without a place, or lost it at their deadline. */
  private int callsWithoutPlace() {
    return waiting.get() + Math.clamp(overdueCalls.get(), 0, limits.maxAbandoned());
  }
}
