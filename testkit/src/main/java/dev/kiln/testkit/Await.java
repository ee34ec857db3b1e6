package dev.kiln.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, with a limit. */
public final class Await {
  /** The longest wait for another process; a test that reaches it has failed. */
  public static final Duration PROCESS_LIMIT = Duration.ofMinutes(2);

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Await() {}

  /** Waits for something in this process. */
  public static void until(BooleanSupplier condition) {
    try {
      until(condition::getAsBoolean, LIMIT, Duration.ofMillis(1), () -> "it did not come true");
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e); // a BooleanSupplier throws no checked exception
    }
  }

  /**
   * Waits for something that another process does.
   *
   * @param why the message if the condition never holds
   */
  public static void until(Supplier<String> why, Callable<Boolean> condition) throws Exception {
    until(
        condition,
        PROCESS_LIMIT,
        Duration.ofMillis(20),
        () -> "not within " + PROCESS_LIMIT + ": " + why.get());
  }

  private static void until(
      Callable<Boolean> condition, Duration limit, Duration pause, Supplier<String> why)
      throws Exception {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(why.get());
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }
}
