package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** A function that ignores that its call is over. */
class StuckFunctionIT {
  @Test
  void doesNotStarveOthers() throws Exception {
    try (var host = FaultHosts.start("--max-concurrent", "1", "--timeout", "3s")) {
      assertThat(spin(host)).isEqualTo(504);
      assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
      host.awaitMetric("krm_calls_abandoned", 1);
      host.awaitMetric("krm_calls_stuck_total{function=\"spin\"}", 1);
      host.awaitErr("spin goes on though its call is over");
      assertThat(Http.admin(host, "/stuck")).contains("\"spin\"");
      assertThat(host.process().isAlive()).isTrue();
    }
  }

  @Test
  void doesNotEndTheHostByADeadlineOfItsCaller() throws Exception {
    try (var host = FaultHosts.start("--max-concurrent", "1", "--max-abandoned", "10")) {
      for (int i = 0; i < 10; i++) {
        assertThat(spin(host, "KRM-Timeout", "1s")).isEqualTo(504);
      }
      assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
      assertThat(host.metric("krm_calls_abandoned")).isZero();
      assertThat(host.process().isAlive()).isTrue();
    }
  }

  @Test
  void endsAHostThatHasTooManyOfThem() throws Exception {
    try (var host = FaultHosts.start("--max-abandoned", "1", "--timeout", "3s")) {
      for (int i = 0; i < 2; i++) {
        assertThat(spin(host)).isEqualTo(504);
      }

      assertThat(host.exit()).isEqualTo(70);
      assertThat(host.err()).contains("--max-abandoned");
    }
  }

  @Test
  void doesNotKeepAHostFromEnding() throws Exception {
    try (var host = FaultHosts.start("--timeout", "3s")) {
      assertThat(spin(host)).isEqualTo(504);
      host.signal("TERM");

      assertThat(host.exit()).isZero();
    }
  }

  private static int spin(HostProcess host, String... headers) throws Exception {
    var list = BodyPublishers.ofString(Lists.forFunction("spin"));
    return Http.post(host, list, headers).statusCode();
  }
}
