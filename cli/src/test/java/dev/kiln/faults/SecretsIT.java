package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Lists;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to a list, what is in it is for its caller alone. */
class SecretsIT {
  private static final String SECRET = "hunter2andmore";

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void neverShowUpInTheLogOrTheMetrics(String format) throws Exception {
    try (var host = FaultHosts.start("--log-format", format, "--log-calls", "all");
        var channel = GrpcChannel.to(host)) {
      for (String list : lists()) {
        Http.post(host, list);
        Http.post(host, BodyPublishers.ofString(list), "Content-Encoding", "gzip");
        var _ = channel.end(list);
      }
      String metrics = Http.admin(host, "/metrics");
      String stuck = Http.admin(host, "/stuck");
      host.signal("TERM");

      assertThat(host.exit()).isZero();
      assertThat(host.err()).contains("print", "tell").doesNotContain(SECRET);
      assertThat(metrics + stuck).contains("krm_calls_total").doesNotContain(SECRET);
    }
  }

  private static String secret() {
    return "password: " + SECRET;
  }

  private static List<String> lists() {
    String good = Lists.forFunction("print", secret());
    return List.of(
        good,
        Lists.forFunction("tell", secret()), // an exception that says all of it
        Lists.LABEL.replace("labels: {by: kiln}", "labels: " + SECRET),
        Lists.LABEL.replace("kind: SetLabels", "kind: " + SECRET),
        Lists.LABEL.replace("kind: ResourceList", "kind: " + SECRET),
        Lists.LABEL.replace("items:", SECRET + ": &" + SECRET + " [*" + SECRET + "x\nitems:"),
        Lists.LABEL.replace("data:", SECRET + ": 1\n  " + SECRET + ": 2\n  data:"),
        SECRET);
  }
}
