package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.Limits;
import dev.kiln.server.calls.Answered;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static final String FREE = "127.0.0.1:0";

  @Test
  void callsEveryDoorThereIs() throws Exception {
    assertThat(answers("--http-addr", FREE, "--grpc-addr", FREE)).containsExactly("200", "OK");
    assertThat(answers("--http-addr", FREE)).containsExactly("200");
    assertThat(answers("--grpc-addr", FREE)).containsExactly("OK");
  }

  private static List<String> answers(String... args) throws Exception {
    Settings settings = Settings.of(Settings.OF_MANY.parse(List.of(args), Map.of()));
    Queue<Answered> heard = new ConcurrentLinkedQueue<>();
    try (var log = Host.log(settings, OutputStream.nullOutputStream());
        var evaluator = new Evaluator(WarmUp.function(), Limits.defaults());
        var doors =
            Doors.open(
                new Doors.Setup(
                    settings,
                    evaluator,
                    heard::add,
                    Optional.empty(),
                    log,
                    Optional::empty,
                    _ -> {}))) {
      WarmUp.call(doors);
    }
    return heard.stream().map(Answered::status).toList();
  }
}
