package dev.kiln.runtime.kind;

import java.time.Duration;
import java.util.Optional;

/**
 * How many instances of a function are kept, and for how long.
 *
 * @param min how many are ready even if no call comes for a long time
 * @param max how many there are at most, busy ones included
 * @param idle how long to keep an unused instance above the minimum
 * @param memoryBytes the memory that one is assumed to need; 0 if unknown
 * @param maxAge the age at which a server is restarted; zero: never
 * @param maxCalls the number of calls after which a server is restarted; 0: never
 */
public record PoolOptions(
    int min, int max, Duration idle, long memoryBytes, Duration maxAge, long maxCalls) {
  private static final int MOST = 8;
  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final long MEMORY = 64L << 20;

  /** The options on a host for a function that declares none. */
  public static final PoolOptions OF_A_HOST =
      new PoolOptions(1, MOST, IDLE, MEMORY, Duration.ZERO, 0);

  /** The options on a host with nothing ready before the first call. */
  public static final PoolOptions OF_A_REQUEST =
      new PoolOptions(0, MOST, IDLE, MEMORY, Duration.ZERO, 0);

  /** The options in an orchestrator. */
  public static final PoolOptions ON_DEMAND = new PoolOptions(0, MOST, IDLE, 0, Duration.ZERO, 0);

  /** The field of a declaration with these options. */
  public static final Field FIELD =
      Field.map(
          "pool",
          Field.number("min"),
          Field.number("max"),
          Field.duration("idle"),
          Field.bytes("memory"),
          Field.duration("maxAge"),
          Field.number("maxCalls"));

  /** The options that a declaration has, if any. */
  public static Optional<PoolOptions> read(Fields declaration) {
    if (!declaration.has(FIELD.name())) {
      return Optional.empty();
    }
    Fields pool = declaration.map(FIELD.name());
    long min = pool.number("min", OF_A_HOST.min);
    long max = pool.number("max", OF_A_HOST.max);
    if (max < 1 || max < min || max > Integer.MAX_VALUE) {
      throw pool.invalidField("max", Long.toString(max), "1 or more, and no less than min");
    }
    if (pool.has("maxCalls") && pool.number("maxCalls", 0) == 0) {
      throw pool.invalidField("maxCalls", "0", "1 or more");
    }
    return Optional.of(
        new PoolOptions(
            (int) min,
            (int) max,
            pool.duration("idle", OF_A_HOST.idle),
            pool.bytes("memory", OF_A_HOST.memoryBytes),
            pool.duration("maxAge", Duration.ZERO),
            pool.number("maxCalls", 0)));
  }

  /** A text that distinguishes these options from others, without the equality of a record. */
  public String identity() {
    return min + " " + max + " " + idle + " " + memoryBytes + " " + maxAge + " " + maxCalls;
  }
}
