package dev.kiln.runtime.instances;

import java.time.Duration;

/**
 * How many instances of one function to keep.
 *
 * @param min the number of idle instances to keep at any time
 * @param max the maximum of idle and busy instances together
 * @param idle for how long to keep as many instances as calls recently needed at once
 * @param memoryBytes the memory that one may use, 0 if unknown
 */
public record PoolSettings(int min, int max, Duration idle, long memoryBytes) {
  /** No instance before the first call; then as many as needed, up to eight, for five minutes. */
  public static final PoolSettings DEFAULTS = new PoolSettings(0, 8, Duration.ofMinutes(5), 0);

  /** As many instances as calls need; none is started ahead of a call that was not announced. */
  public static final PoolSettings ONCE = new PoolSettings(0, 8, Duration.ofNanos(1), 0);

  public PoolSettings {
    if (min < 0 || max < 1 || min > max) {
      throw new IllegalArgumentException(
          "a pool of %d to %d instances (expected: 0 or more, to 1 or more)".formatted(min, max));
    }
    if (!idle.isPositive() || memoryBytes < 0) {
      throw new IllegalArgumentException(
          "a pool needs a time to wait, found %s, and a memory of 0 bytes or more, found %d"
              .formatted(idle, memoryBytes));
    }
  }
}
