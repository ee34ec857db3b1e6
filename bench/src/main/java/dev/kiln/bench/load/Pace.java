package dev.kiln.bench.load;

import java.time.Duration;

/**
 * The number and the length of the rounds.
 *
 * @param start the warm-up of each server before its first row of a size
 * @param warm the warm-up of each server before each row
 * @param alone the time for which each door of the host with little memory is called
 * @param starts how often the host is started to measure the first call of each door
 */
record Pace(int rounds, Duration round, Duration start, Duration warm, Duration alone, int starts) {
  static final Pace FULL =
      new Pace(5, millis(1_200), millis(20_000), millis(1_000), millis(8_000), 7);
  static final Pace QUICK = new Pace(3, millis(300), millis(1_500), millis(200), millis(2_000), 1);

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
