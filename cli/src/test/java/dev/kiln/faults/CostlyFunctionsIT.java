package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that would take a host down, and cost their own call and nothing else. */
class CostlyFunctionsIT {
  private static HostProcess host;

  @BeforeAll
  static void startHost() throws Exception {
    host = Hosts.start();
  }

  @AfterAll
  static void endHost() {
    host.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"throw", "overflow", "huge", "hoard", "exit", "halt"})
  void costTheirCallAlone(String function) throws Exception {
    try (var channel = GrpcChannel.to(host)) {
      var answer = Http.post(host, Lists.forFunction(function));
      var other = channel.stub().evaluate(GrpcChannel.request(Lists.forFunction(function)));

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.headers().firstValue("KRM-Function-Exit-Code")).hasValue("2");
      assertThat(other.getFailure().getExitCode()).isEqualTo(2);
      assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
    host.awaitNothingInFlight();
  }

  @Test
  void othersAreServedMeanwhile() throws Exception {
    Thread overflowing =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    for (int i = 0; i < 5; i++) {
                      Http.post(host, Lists.forFunction("overflow"));
                    }
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    do {
      assertThat(Http.post(host, Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
    } while (overflowing.isAlive());
  }
}
