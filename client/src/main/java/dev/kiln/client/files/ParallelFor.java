package dev.kiln.client.files;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Does the same with many things on several threads: to compute sooner, or to wait at once. */
public final class ParallelFor {
  /** As many as make a thread worth it. */
  private static final int SHARE = 64;

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

  /** What keeps processors busy: on as many threads as there are. */
  public static void each(int count, IntConsumer work) {
    each(count, Runtime.getRuntime().availableProcessors(), work);
  }

  /**
   * Does it with the number of each thing; returns once no thread works any more.
   *
   * @param most threads at once
   * @param work throws what is thrown here, the rest of its thread's share is left then
   */
  public static void each(int count, int most, IntConsumer work) {
    new ParallelFor(count, Math.max(1, Math.min(most, count / SHARE)), work).run();
  }

  private void run() {
    var others = new Thread[threads - 1];
    for (int i = 0; i < others.length; i++) {
      int share = i + 1;
      others[i] = Thread.ofPlatform().daemon().start(() -> share(share));
    }
    share(0);
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

  private void share(int number) {
    try {
      for (int i = number; i < count; i += threads) {
        work.accept(i);
      }
    } catch (RuntimeException | Error e) {
      failures[number] = e;
    }
  }

  /** Waits, whatever comes; whether somebody would have had it end sooner. */
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
