package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PoolSizingTest {
  private static final long MILLI = 1_000_000L;
  private static final long START = -3000 * MILLI; // the JDK's clock may begin anywhere

  private final PoolSizing size =
      new PoolSizing(new PoolSettings(0, 3, Duration.ofSeconds(40), 0), START);

  @Test
  void hasAsManyWaitAsCallsFollowedEachOther() {
    size.callStarted(START, 1);
    size.callEnded(START + 700 * MILLI);
    size.callStarted(START + 900 * MILLI, 1);
    assertThat(size.wantedIdle(START + 900 * MILLI)).isEqualTo(2);
  }

  @Test
  void startsNothingBesideACallWhileSomethingWaits() {
    size.callStarted(START, 1);
    assertThat(patience(500, 1, 1)).isEqualTo(5000);
    assertThat(patience(5400, 1, 1)).isEqualTo(100);
    assertThat(patience(5500, 1, 1)).isZero();
  }

  @Test
  void startsOneBesideACallIfNothingWaits() {
    size.callStarted(START, 1);
    assertThat(patience(0, 0, 1)).isEqualTo(450);
    assertThat(patience(450, 0, 1)).isZero();
  }

  @Test
  void startsWhatLacksOnceCallsAreQuiet() {
    size.callStarted(START, 1);
    assertThat(patience(0, 1, 1)).isPositive();
    size.callEnded(START + 700 * MILLI);
    assertThat(patience(700, 1, 0)).isEqualTo(200);
    assertThat(patience(900, 1, 0)).isZero();
  }

  @Test
  void startsAtOnceForACrowd() {
    size.callStarted(START, 3);
    assertThat(patience(0, 1, 2)).isZero();
  }

  /** In milliseconds. */
  private long patience(long millis, int ahead, int busy) {
    long now = START + millis * MILLI;
    int _ = size.wantedIdle(now);
    return size.startDelay(now, true, ahead, busy) / MILLI;
  }
}
