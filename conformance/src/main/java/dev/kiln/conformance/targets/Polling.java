package dev.kiln.conformance.targets;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition by checking it again and again. */
public final class Polling {
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private Polling() {}

  /** Whether it came true in time. */
  public static boolean until(Duration timeout, BooleanSupplier condition) {
    long end = System.nanoTime() + timeout.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }
}
