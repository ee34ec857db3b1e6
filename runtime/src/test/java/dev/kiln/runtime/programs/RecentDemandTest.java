package dev.kiln.runtime.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentDemandTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = -3 * SECOND; // the JDK's clock may begin anywhere

  private final RecentDemand demand = new RecentDemand(Duration.ofSeconds(40), 5, START);

  @Test
  void isNoneBeforeTheFirstCall() {
    assertThat(demand.recent(START)).isZero();
  }

  @Test
  void isAsManyAsWereThereAtOnce() {
    demand.began(START, 3);
    demand.began(START + 5 * SECOND, 2);
    assertThat(demand.recent(START + 6 * SECOND)).isEqualTo(3);
  }

  @Test
  void countsCallsThatFollowEachOtherClosely() {
    demand.began(START, 1);
    demand.began(START + SECOND, 1);
    demand.began(START + 2 * SECOND, 1);
    assertThat(demand.recent(START + 2 * SECOND)).isEqualTo(3);
  }

  @Test
  void doesNotCountCallsThatLeaveTimeForAStart() {
    demand.began(START, 1);
    demand.began(START + 3 * SECOND, 1);
    assertThat(demand.recent(START + 3 * SECOND)).isEqualTo(1);
  }

  @Test
  void isNotMoreThanCanBeServed() {
    for (int i = 0; i < 20; i++) {
      demand.began(START + i, i);
    }
    assertThat(demand.recent(START + SECOND)).isEqualTo(5);
  }

  @Test
  void isForgottenAfterItsTime() {
    demand.began(START, 4);
    demand.began(START + 30 * SECOND, 1);
    assertThat(demand.recent(START + 39 * SECOND)).isEqualTo(4);
    assertThat(demand.recent(START + 51 * SECOND)).isEqualTo(1);
    assertThat(demand.recent(START + 1000 * SECOND)).isZero();
  }
}
