package dev.kiln.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for what other processes do. */
public final class Until {
  /** Far more than anything here takes; a test that runs into it has failed. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long PAUSE_MILLIS = 20;

  private Until() {}

  /**
   * Returns once it holds.
   *
   * @param why what to say if it never does
   */
  public static void holds(Supplier<String> why, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + PATIENCE + ": " + why.get());
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
