package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that would take a host down, and cost their own call and nothing else. */
class CostlyFunctionsIT {
  @RegisterExtension static final SharedHost host = SharedHost.of(FaultHosts::start);

  @ParameterizedTest
  @ValueSource(strings = {"throw", "overflow", "huge", "hoard", "exit", "halt"})
  void costTheirCallAlone(String function) throws Exception {
    try (var channel = GrpcChannel.to(host.get())) {
      var answer = Http.post(host.get(), Lists.forFunction(function));
      var other = channel.stub().evaluate(GrpcChannel.request(Lists.forFunction(function)));

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.headers().firstValue("KRM-Function-Exit-Code")).hasValue("2");
      assertThat(other.getFailure().getExitCode()).isEqualTo(2);
      assertThat(Http.post(host.get(), Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
    host.get().awaitNothingInFlight();
  }

  @Test
  void othersAreServedMeanwhile() throws Exception {
    Thread overflowing =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < 5; i++) {
                      Http.post(host.get(), Lists.forFunction("overflow"));
                    }
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    do {
      assertThat(Http.post(host.get(), Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
    } while (overflowing.isAlive());
  }
}
