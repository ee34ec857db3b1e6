package dev.kiln.client.files;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same work for many elements on several threads, to compute faster or to wait in
 * parallel.
 */
public final class ParallelFor {
  /** The number of elements that makes a thread worth its cost. */
  private static final int ELEMENTS_PER_THREAD = 64;

  private final int count;
  private final int threads;
  private final IntConsumer work;
  private final @Nullable Throwable[] failures;

  private ParallelFor(int count, int threads, IntConsumer work) {
    this.count = count;
    this.threads = threads;
    this.work = work;
    this.failures = new @Nullable Throwable[threads];
  }

  /** Runs CPU-bound work on as many threads as there are processors. */
  public static void each(int count, IntConsumer work) {
    each(count, Runtime.getRuntime().availableProcessors(), work);
  }

  /**
   * Calls the work with the number of each element. It returns when no thread works any more.
   *
   * @param most the largest number of threads
   * @param work its exception is thrown here; the rest of its thread's share is skipped then
   */
  public static void each(int count, int most, IntConsumer work) {
    new ParallelFor(count, Math.max(1, Math.min(most, count / ELEMENTS_PER_THREAD)), work).run();
  }

  private void run() {
    var others = new Thread[threads - 1];
    for (int i = 0; i < others.length; i++) {
      int share = i + 1;
      others[i] = Thread.ofPlatform().daemon().start(() -> runShare(share));
    }
    runShare(0);
    boolean interrupted = false;
    for (Thread other : others) {
      interrupted |= join(other);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    for (Throwable failure : failures) {
      if (failure instanceof Error error) {
        throw error;
      } else if (failure instanceof RuntimeException exception) {
        throw exception;
      }
    }
  }

  private void runShare(int number) {
    try {
      for (int i = number; i < count; i += threads) {
        work.accept(i);
      }
    } catch (RuntimeException | Error e) {
      failures[number] = e;
    }
  }

  /** Waits for a thread even if interrupted; returns whether an interrupt came meanwhile. */
  private static boolean join(Thread other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.join();
        return interrupted;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
  }
}
