package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Callers who go while their function runs; it would sleep for a minute if it were not told. */
class ResetIT {
  private static HostProcess host;

  @BeforeAll
  static void startHost() throws Exception {
    host = Hosts.start("--max-concurrent", "4");
  }

  @AfterAll
  static void endHost() {
    host.close();
  }

  @Test
  void aConnectionThatBreaksEndsItsCall() throws Exception {
    var callers = new ArrayList<Raw>();
    for (int i = 0; i < 8; i++) {
      String list = Lists.forFunction("sleep", "millis: \"600000\"");
      callers.add(Raw.to(host.port("http")).send(Raw.head(list.length(), "") + list));
    }
    host.awaitMetric("krm_calls_running", 4);
    host.awaitMetric("krm_calls_queued", 4);
    for (Raw caller : callers) {
      caller.reset();
    }

    host.awaitNothingInFlight();
    assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
    assertThat(host.metric("krm_calls_abandoned")).isZero();
  }

  @Test
  void aChannelThatBreaksEndsItsCalls() throws Exception {
    try (var channel = GrpcChannel.to(host)) {
      var stub = FunctionServiceGrpc.newFutureStub(channel.channel());
      for (int i = 0; i < 8; i++) {
        var _ = stub.evaluate(GrpcChannel.request(Lists.forFunction("sleep")));
      }
      host.awaitMetric("krm_calls_running", 4);
    }

    host.awaitNothingInFlight();
    assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
  }
}
