package dev.kiln.conformance.plays;

import dev.kiln.conformance.asking.Stage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what nobody tells. */
final class Waits {
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private static final Duration SOON = Duration.ofSeconds(20);

  private Waits() {}

  /** How long what comes by itself may take: no longer than a call, and no longer than this. */
  static Duration soon(Stage stage) {
    return stage.patience().compareTo(SOON) < 0 ? stage.patience() : SOON;
  }

  /** Whether it came true in time. */
  static boolean until(Duration patience, BooleanSupplier holds) {
    long end = System.nanoTime() + patience.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }
}
