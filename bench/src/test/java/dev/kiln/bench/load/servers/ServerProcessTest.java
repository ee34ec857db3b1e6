package dev.kiln.bench.load.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
  @Test
  void isReadyOnceAllItsDoorsListen() {
    var said = "echo 'grpc: listening on 127.0.0.1:2' >&2; exec sleep 60";
    try (var server = shell("echo 'http: listening on 127.0.0.1:1' >&2; " + said)) {
      assertThat(server.address(Door.HTTP).getPort()).isEqualTo(1);
      assertThat(server.address(Door.GRPC).getPort()).isEqualTo(2);
    }
  }

  @Test
  void reportsTheLogOfAServerThatEndedEarly() {
    assertThatIllegalStateException()
        .isThrownBy(() -> shell("echo 'no such file' >&2; exit 1"))
        .withMessageEndingWith("it said:\nno such file\n");
  }

  @Test
  void reportsTheResourcesOfTheProcess() {
    try (var server = Servers.httpEcho()) {
      assertThat(server.processorTime()).isGreaterThan(Duration.ZERO);
      ProcessFigures figures = server.figures();
      assertThat(figures.peakBytes()).isGreaterThan(10_000_000);
      assertThat(figures.residentBytes()).isBetween(1L, figures.peakBytes());
      assertThat(figures.threads()).isGreaterThan(2);
      assertThat(figures.descriptors()).isGreaterThan(2);
    }
  }

  private static ServerProcess shell(String script) {
    return ServerProcess.start(List.of("sh", "-c", script), Set.of(Door.HTTP, Door.GRPC));
  }
}
