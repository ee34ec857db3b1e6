package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callers who go while their function runs; it would sleep for a minute if it were not told. */
class ResetIT {
  @RegisterExtension
  static final SharedHost host = SharedHost.of(() -> FaultHosts.start("--max-concurrent", "4"));

  @Test
  void aConnectionThatBreaksEndsItsCall() throws Exception {
    var callers = new ArrayList<RawConnection>();
    for (int i = 0; i < 8; i++) {
      String list = Lists.forFunction("sleep", "millis: \"600000\"");
      callers.add(
          RawConnection.to(host.get().port("http"))
              .send(RawConnection.head(list.length(), "") + list));
    }
    host.get().awaitMetric("krm_calls_running", 4);
    host.get().awaitMetric("krm_calls_queued", 4);
    for (RawConnection caller : callers) {
      caller.reset();
    }

    host.get().awaitNothingInFlight();
    assertThat(Http.post(host.get(), Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
    assertThat(host.get().metric("krm_calls_abandoned")).isZero();
  }

  @Test
  void aChannelThatBreaksEndsItsCalls() throws Exception {
    try (var channel = GrpcChannel.to(host.get())) {
      var stub = FunctionServiceGrpc.newFutureStub(channel.channel());
      for (int i = 0; i < 8; i++) {
        var _ = stub.evaluate(GrpcChannel.request(Lists.forFunction("sleep")));
      }
      host.get().awaitMetric("krm_calls_running", 4);
    }

    host.get().awaitNothingInFlight();
    assertThat(Http.post(host.get(), Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
  }
}
