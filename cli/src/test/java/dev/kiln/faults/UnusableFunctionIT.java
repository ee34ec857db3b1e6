package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that are declared and cannot run. */
class UnusableFunctionIT {
  @TempDir private Path folder;

  @Test
  void aMissingProgramEndsTheHostAtOnce() throws Exception {
    try (var host = HostProcess.run("--http-addr", "127.0.0.1:0", "--exec", "label=./label")) {
      assertThat(host.exit()).isEqualTo(1);
      assertThat(host.err())
          .startsWith("error: function label: ./label: there is no such file (looked for: /")
          .doesNotContain("listening");
    }
  }

  @Test
  void aServerThatIsAwayKeepsTheHostFromBeingReadyUntilItAnswersOnce() throws Exception {
    Path socket = folder.resolve("http");
    try (var host = HostProcess.start("--remote", "policy=unix://" + socket)) {
      Await.until(
          () -> "ready: " + host.err(),
          () -> Http.admin(host, "/readyz").contains("function policy: http+unix://" + socket));
      assertThat(host.err()).contains("not ready, because of function policy: ");
      try (var policy = HostProcess.run("--http-addr", "unix://" + socket)) {
        policy.awaitErr("http: listening on ");
        awaitReady(host);
      }
      assertThat(Http.admin(host, "/readyz")).startsWith("ok");
    }
  }

  private static void awaitReady(HostProcess host) throws Exception {
    Await.until(
        () -> "not ready: " + host.err(), () -> Http.admin(host, "/readyz").startsWith("ok"));
  }
}
