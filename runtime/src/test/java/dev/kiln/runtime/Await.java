package dev.kiln.runtime;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what is to come true, with a limit. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Await() {}

  public static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not come true");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
