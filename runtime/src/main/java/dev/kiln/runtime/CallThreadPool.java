package dev.kiln.runtime;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a {@link CallExecutor}: one for each place, and one for each call that runs
 * without a place. Tasks that find no thread wait in a queue.
 */
final class CallThreadPool {
  /** How long an idle thread is kept if it may still refer to removed functions. */
  private static final Duration RENEWAL_KEEP_ALIVE = Duration.ofSeconds(5);

  private final WorkerLimits limits;
  private final CallQueue queue;
  private final IntSupplier callsWithoutPlace;
  private final ThreadPoolExecutor pool;
  private final AtomicInteger createdThreads = new AtomicInteger();
  private volatile int edition; // of the functions; writes are guarded by this

  /**
   * @param callsWithoutPlace the number of running calls that have no place now
   */
  CallThreadPool(WorkerLimits limits, IntSupplier callsWithoutPlace) {
    this.limits = limits;
    this.callsWithoutPlace = callsWithoutPlace;
    this.queue = new CallQueue(limits.largeCallPlaces());
    int size = limits.places();
    pool =
        new ThreadPoolExecutor(size, size, 1, TimeUnit.MINUTES, queue, this::newThread) {
          @Override
          protected void afterExecute(Runnable done, @Nullable Throwable thrown) {
            CallThread.endIfOlderThan(edition);
          }
        };
  }

  private Thread newThread(Runnable work) {
    return limits.isForWaitingCalls()
        ? Thread.ofVirtual().inheritInheritableThreadLocals(false).unstarted(work)
        : new CallThread(work, "call-" + createdThreads.incrementAndGet(), edition);
  }

  /** Starts all threads now, so that the first calls need not start one each. */
  void start() {
    pool.prestartAllCoreThreads();
  }

  /**
   * Queues the task, which a thread takes when its turn comes. The pool's own method would give a
   * task to a new thread, past the queue.
   */
  void execute(CallQueue.QueuedCall task) {
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("the host has ended");
    }
    queue.add(task);
    pool.prestartCoreThread();
  }

  /** The calls that wait for a thread. */
  CallQueue queue() {
    return queue;
  }

  /** Removes the task from the queue, if it is there. */
  boolean remove(Runnable task) {
    return pool.remove(task);
  }

  /** The number of tasks in the queue. */
  int queued() {
    return queue.size();
  }

  /**
   * Replaces all threads, so that none outlives removed functions. A busy thread ends after its
   * call, an idle one soon.
   */
  synchronized void renewThreads() {
    edition = edition + 1;
    pool.setKeepAliveTime(RENEWAL_KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS);
    pool.allowCoreThreadTimeOut(true);
  }

  /** Adapts the number of threads after the number of calls without a place has changed. */
  synchronized void resize() {
    int size = limits.places() + callsWithoutPlace.getAsInt();
    if (size > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(size);
      pool.setCorePoolSize(size);
    } else {
      pool.setCorePoolSize(size);
      pool.setMaximumPoolSize(size);
    }
  }

  /** Interrupts all threads, and drops the queue. */
  void close() {
    pool.shutdownNow();
  }
}
