package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * How many children of one function there are.
 *
 * @param min how many wait for a call at any time
 * @param max how many there may be, waiting and running together
 * @param idle for how long as many wait as were needed at once
 * @param memoryBytes what one may hold, 0 if that is not known
 */
public record PoolSettings(int min, int max, Duration idle, long memoryBytes) {
  /** None before the first call; then as many as are needed, up to eight, for five minutes. */
  public static final PoolSettings DEFAULTS = new PoolSettings(0, 8, Duration.ofMinutes(5), 0);

  /** As many as calls need, and none for a call that nobody announced. */
  public static final PoolSettings ONCE = new PoolSettings(0, 8, Duration.ofNanos(1), 0);

  public PoolSettings {
    if (min < 0 || max < 1 || min > max) {
      throw new IllegalArgumentException(
          "a pool of %d to %d children (expected: 0 or more, to 1 or more)".formatted(min, max));
    }
    if (!idle.isPositive() || memoryBytes < 0) {
      throw new IllegalArgumentException(
          "a pool needs a time to wait, found %s, and a memory of 0 bytes or more, found %d"
              .formatted(idle, memoryBytes));
    }
  }
}
