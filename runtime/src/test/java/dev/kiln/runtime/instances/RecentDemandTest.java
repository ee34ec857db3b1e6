package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentDemandTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = -3 * SECOND; // the JDK's clock may begin anywhere

  private final RecentDemand demand = new RecentDemand(Duration.ofSeconds(40), 5, START);

  @Test
  void isNoneBeforeTheFirstCall() {
    assertThat(demand.recentPeak(START)).isZero();
  }

  @Test
  void isAsManyAsWereThereAtOnce() {
    demand.callStarted(START, 3);
    demand.callStarted(START + 5 * SECOND, 2);
    assertThat(demand.recentPeak(START + 6 * SECOND)).isEqualTo(3);
  }

  @Test
  void countsCallsThatFollowEachOtherClosely() {
    demand.callStarted(START, 1);
    demand.callStarted(START + SECOND, 1);
    demand.callStarted(START + 2 * SECOND, 1);
    assertThat(demand.recentPeak(START + 2 * SECOND)).isEqualTo(3);
  }

  @Test
  void doesNotCountCallsThatLeaveTimeForAStart() {
    demand.callStarted(START, 1);
    demand.callStarted(START + 3 * SECOND, 1);
    assertThat(demand.recentPeak(START + 3 * SECOND)).isEqualTo(1);
  }

  @Test
  void isNotMoreThanCanBeServed() {
    for (int i = 0; i < 20; i++) {
      demand.callStarted(START + i, i);
    }
    assertThat(demand.recentPeak(START + SECOND)).isEqualTo(5);
  }

  @Test
  void isForgottenAfterItsTime() {
    demand.callStarted(START, 4);
    demand.callStarted(START + 30 * SECOND, 1);
    assertThat(demand.recentPeak(START + 39 * SECOND)).isEqualTo(4);
    assertThat(demand.recentPeak(START + 51 * SECOND)).isEqualTo(1);
    assertThat(demand.recentPeak(START + 1000 * SECOND)).isZero();
  }
}
