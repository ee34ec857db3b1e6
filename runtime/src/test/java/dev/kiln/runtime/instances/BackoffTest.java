package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final long MILLI = 1_000_000;

  private final Backoff backoff = new Backoff();

  @Test
  void isNotNeededBeforeSomethingWentWrong() {
    assertThat(backoff.remaining(Long.MIN_VALUE)).isZero();
  }

  @Test
  void doublesUpToHalfAMinute() {
    long now = 0;
    for (long expected :
        new long[] {100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000}) {
      backoff.recordFailure(now);
      assertThat(backoff.remaining(now)).isEqualTo(expected * MILLI);
      now += backoff.remaining(now);
    }
    backoff.recordFailure(now);
    assertThat(backoff.remaining(now)).isEqualTo(30_000 * MILLI);
  }

  @Test
  void countsWhatFailsTogetherOnce() {
    backoff.recordFailure(0);
    backoff.recordFailure(10 * MILLI);
    assertThat(backoff.remaining(10 * MILLI)).isEqualTo(90 * MILLI);
  }

  @Test
  void isOverOnceSomethingWentWell() {
    backoff.recordFailure(0);
    backoff.recordSuccess();
    assertThat(backoff.remaining(0)).isZero();
    backoff.recordFailure(0);
    assertThat(backoff.remaining(0)).isEqualTo(100 * MILLI);
  }
}
