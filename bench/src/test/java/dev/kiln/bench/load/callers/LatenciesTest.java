package dev.kiln.bench.load.callers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void aPercentileIsTheLeastDurationThatSoManyDidNotExceed() {
    for (int millis = 200; millis > 0; millis--) {
      latencies.add(millis * 1_000_000L);
    }
    assertThat(latencies.percentile(50)).isEqualTo(100);
    assertThat(latencies.percentile(99)).isEqualTo(198);
    assertThat(latencies.percentile(100)).isEqualTo(200);
  }

  @Test
  void oneCallIsEveryPercentile() {
    latencies.add(1_500_000);
    assertThat(latencies.percentile(1)).isEqualTo(1.5);
    assertThat(latencies.percentile(99)).isEqualTo(1.5);
  }

  @Test
  void aCallAfterAPercentileCountsInTheNext() {
    latencies.add(2_000_000);
    assertThat(latencies.percentile(99)).isEqualTo(2);
    latencies.add(1_000_000);
    assertThat(latencies.percentile(50)).isEqualTo(1);
  }

  @Test
  void keepsEveryOneOfManyCalls() {
    for (int call = 0; call < 100_000; call++) {
      latencies.add(call);
    }
    assertThat(latencies.count()).isEqualTo(100_000);
    assertThat(latencies.percentile(100)).isEqualTo(0.099_999);
  }

  @Test
  void noCallHasNoPercentile() {
    assertThatIllegalStateException().isThrownBy(() -> latencies.percentile(50));
  }
}
