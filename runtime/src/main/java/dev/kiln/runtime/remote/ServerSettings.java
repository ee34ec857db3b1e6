package dev.kiln.runtime.remote;

import java.time.Duration;

/**
 * How a server is kept.
 *
 * @param calls how it is called
 * @param memoryBytes what it may hold, for the budget of all children; 0 if that is not known
 * @param startLimit how long it may take until it answers
 * @param healthPeriod how often it is asked how it is
 * @param maxAge after which it is replaced; zero: never
 * @param maxCalls after how many calls it is replaced; 0: never
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

  /** One that is kept for as long as it answers. */
  public static ServerSettings of(RemoteSettings calls) {
    return new ServerSettings(calls, 0, START, HEALTH, Duration.ZERO, 0);
  }

  /** These, for a server that holds that much. */
  public ServerSettings withMemory(long bytes) {
    return new ServerSettings(calls, bytes, startLimit, healthPeriod, maxAge, maxCalls);
  }

  /** These, for a server that may take that long to start. */
  public ServerSettings withStartLimit(Duration limit) {
    return new ServerSettings(calls, memoryBytes, limit, healthPeriod, maxAge, maxCalls);
  }

  /** These, with another time between two questions. */
  public ServerSettings withHealthPeriod(Duration period) {
    return new ServerSettings(calls, memoryBytes, startLimit, period, maxAge, maxCalls);
  }

  /** These, for a server that is replaced at some age, or after some calls; 0 for never. */
  public ServerSettings withRecycling(Duration age, long afterCalls) {
    return new ServerSettings(calls, memoryBytes, startLimit, healthPeriod, age, afterCalls);
  }
}
