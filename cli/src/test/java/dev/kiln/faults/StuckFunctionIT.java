package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import org.junit.jupiter.api.Test;

/** A function that ignores that its call is over. */
class StuckFunctionIT {
  @Test
  void doesNotStarveOthers() throws Exception {
    try (var host =
        Hosts.start("--timeout", "1s", "--max-concurrent", "1", "--max-abandoned", "2")) {
      assertThat(Http.post(host, Lists.forFunction("spin")).statusCode()).isEqualTo(504);
      assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
      host.awaitMetric("krm_calls_abandoned", 1);
      host.awaitMetric("krm_calls_stuck_total{function=\"spin\"}", 1);
      host.awaitErr("spin goes on though its call is over");
      assertThat(Http.admin(host, "/stuck")).contains("\"spin\"");
      assertThat(host.process().isAlive()).isTrue();
    }
  }

  @Test
  void endsAHostThatHasTooManyOfThem() throws Exception {
    try (var host = Hosts.start("--timeout", "1s", "--max-abandoned", "1")) {
      for (int i = 0; i < 2; i++) {
        assertThat(Http.post(host, Lists.forFunction("spin")).statusCode()).isEqualTo(504);
      }

      assertThat(host.exit()).isEqualTo(70);
      assertThat(host.err()).contains("--max-abandoned");
    }
  }

  @Test
  void doesNotKeepAHostFromEnding() throws Exception {
    try (var host = Hosts.start("--timeout", "1s")) {
      assertThat(Http.post(host, Lists.forFunction("spin")).statusCode()).isEqualTo(504);
      host.signal("TERM");

      assertThat(host.exit()).isZero();
    }
  }
}
