package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ConnectionLimitIT {
  private static final int MANY = 1000;

  @Test
  void aThousandConnectionsAtOnceAreServed() throws Exception {
    var callers = new ArrayList<RawConnection>();
    try (var host = HostProcess.start()) {
      for (int i = 0; i < MANY; i++) {
        callers.add(RawConnection.to(host.port("http")));
      }
      for (RawConnection caller : callers) {
        caller.send(RawConnection.request(Lists.LABEL));
      }
      for (RawConnection caller : callers) {
        assertThat(caller.rest()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n" + Lists.LABELLED);
      }
      host.awaitNothingInFlight();
    } finally {
      for (RawConnection caller : callers) {
        caller.close();
      }
    }
  }

  @Test
  void oneMoreThanThereMayBeIsToldSo() throws Exception {
    String connections = "krm_connections{door=\"http\"}";
    try (var host = HostProcess.start("--max-connections", "2")) {
      host.awaitMetric(connections, 0); // its own, by which it warms up, is gone
      oneMoreThanTwo(host, connections);
    }
  }

  private static void oneMoreThanTwo(HostProcess host, String connections) throws Exception {
    try (var one = RawConnection.to(host.port("http"));
        var two = RawConnection.to(host.port("http"))) {
      host.awaitMetric(connections, 2);
      try (var three = RawConnection.to(host.port("http"))) {
        assertThat(three.rest()).startsWith("HTTP/1.1 503 ").contains("--max-connections");
      }
      assertThat(one.send(RawConnection.request(Lists.LABEL)).line()).startsWith("HTTP/1.1 200 ");
      assertThat(two.send(RawConnection.request(Lists.LABEL)).line()).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void theConnectionsOfBothDoorsAreShown() throws Exception {
    try (var host = HostProcess.start();
        var _ = RawConnection.to(host.port("http"));
        var _ = RawConnection.to(host.port("grpc"))) {
      host.awaitMetric("krm_connections{door=\"http\"}", 1);
      host.awaitMetric("krm_connections{door=\"grpc\"}", 1);
    }
  }
}
