package dev.kiln.runtime.remote;

import java.time.Duration;

/**
 * How to run a server.
 *
 * @param calls how to call it
 * @param memoryBytes the memory it may use, which counts against the limit for all instances; 0 if
 *     unknown
 * @param startLimit how long its start may take until it answers
 * @param healthPeriod the time between two health checks
 * @param maxAge the age at which it is replaced; zero: never
 * @param maxCalls the number of calls after which it is replaced; 0: never
 */
public record ServerSettings(
    RemoteSettings calls,
    long memoryBytes,
    Duration startLimit,
    Duration healthPeriod,
    Duration maxAge,
    long maxCalls) {
  private static final Duration START = Duration.ofMinutes(1);
  private static final Duration HEALTH = Duration.ofSeconds(10);

  /** Settings for a server that runs for as long as it answers. */
  public static ServerSettings of(RemoteSettings calls) {
    return new ServerSettings(calls, 0, START, HEALTH, Duration.ZERO, 0);
  }

  /** Returns a copy with this memory size. */
  public ServerSettings withMemory(long bytes) {
    return new ServerSettings(calls, bytes, startLimit, healthPeriod, maxAge, maxCalls);
  }

  /** Returns a copy with this time limit for the start. */
  public ServerSettings withStartLimit(Duration limit) {
    return new ServerSettings(calls, memoryBytes, limit, healthPeriod, maxAge, maxCalls);
  }

  /** Returns a copy with this time between two health checks. */
  public ServerSettings withHealthPeriod(Duration period) {
    return new ServerSettings(calls, memoryBytes, startLimit, period, maxAge, maxCalls);
  }

  /** Returns a copy with this age and number of calls for replacement; 0 for never. */
  public ServerSettings withRecycling(Duration age, long afterCalls) {
    return new ServerSettings(calls, memoryBytes, startLimit, healthPeriod, age, afterCalls);
  }
}
