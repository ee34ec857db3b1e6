package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import org.junit.jupiter.api.Test;

/** What a host shows of itself. */
class MetricsIT {
  @Test
  void theConnectionsOfEachDoorAreCounted() throws Exception {
    try (var host = HostProcess.start();
        var _ = RawConnection.to(host.port("http"));
        var _ = RawConnection.to(host.port("grpc"))) {
      host.awaitMetric("krm_connections{door=\"http\"}", 1);
      host.awaitMetric("krm_connections{door=\"grpc\"}", 1);
      assertThat(Http.admin(host, "/metrics"))
          .contains("krm_connections{door=\"admin\"}", "krm_connections_limit{door=\"grpc\"}");
    }
  }
}
