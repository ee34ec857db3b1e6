package dev.kiln.runtime.programs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final long MILLI = 1_000_000;

  private final Backoff backoff = new Backoff();

  @Test
  void isNotNeededBeforeSomethingWentWrong() {
    assertThat(backoff.left(Long.MIN_VALUE)).isZero();
  }

  @Test
  void doublesUpToHalfAMinute() {
    long now = 0;
    for (long expected :
        new long[] {100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000}) {
      backoff.failed(now);
      assertThat(backoff.left(now)).isEqualTo(expected * MILLI);
      now += backoff.left(now);
    }
    backoff.failed(now);
    assertThat(backoff.left(now)).isEqualTo(30_000 * MILLI);
  }

  @Test
  void countsWhatFailsTogetherOnce() {
    backoff.failed(0);
    backoff.failed(10 * MILLI);
    assertThat(backoff.left(10 * MILLI)).isEqualTo(90 * MILLI);
  }

  @Test
  void isOverOnceSomethingWentWell() {
    backoff.failed(0);
    backoff.clear();
    assertThat(backoff.left(0)).isZero();
    backoff.failed(0);
    assertThat(backoff.left(0)).isEqualTo(100 * MILLI);
  }
}
