package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesTest {
  /** An engine that notes what it is asked, and has an image once that is pulled. */
  private static final String ENGINE =
      """
      echo "$*" >>log
      case "$1 $2" in
        'image inspect')
          [ -e pulled ] || { echo "no such image: $3" >&2; exit 1; }
          echo '[{"Id": "1", "Config": {"Labels": null}}]'
          ;;
        'pull --quiet')
          read -r _ <gate
          case $3 in *denied*) echo 'denied: ask somebody' >&2; exit 1 ;; esac
          : >pulled
          ;;
      esac
      """;

  @TempDir private Path folder;

  @Test
  void fetchesWhatIsMissing() throws IOException {
    open();
    images().facts(ContainerSpec.of("fn"));
    assertEquals(List.of("image inspect fn", "pull --quiet fn", "image inspect fn"), asked());
  }

  @Test
  void fetchesNothingThatIsThere() throws IOException {
    Files.createFile(folder.resolve("pulled"));
    images().facts(ContainerSpec.of("fn"));
    assertEquals(List.of("image inspect fn"), asked());
  }

  @Test
  void fetchesAlwaysWhereThatIsAskedFor() throws IOException {
    open();
    Files.createFile(folder.resolve("pulled"));
    images().facts(ContainerSpec.of("fn").withPull(Pull.ALWAYS));
    assertEquals(List.of("pull --quiet fn", "image inspect fn"), asked());
  }

  @Test
  void neverFetchesWhereThatIsForbidden() throws IOException {
    ContainerSpec spec = ContainerSpec.of("fn").withPull(Pull.NEVER);
    var missing = assertThrows(EngineException.class, () -> images().facts(spec)).getMessage();
    assertEquals(
        "image fn is not there (pull policy: NEVER): docker says: no such image: fn", missing);
    assertEquals(List.of("image inspect fn"), asked());
  }

  @Test
  void saysWhyAnImageCannotBeFetched() throws IOException {
    open();
    ContainerSpec spec = ContainerSpec.of("denied");
    var denied = assertThrows(EngineException.class, () -> images().facts(spec)).getMessage();
    assertEquals("image denied cannot be pulled: docker says: denied: ask somebody", denied);
  }

  @Test
  void fetchesOnceForAllWhoWait() throws IOException, InterruptedException, ExecutionException {
    mkfifo();
    Images images = images();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ImageFacts>> waiting =
          IntStream.range(0, 8)
              .mapToObj(_ -> callers.submit(() -> images.facts(ContainerSpec.of("fn"))))
              .toList();
      Files.writeString(folder.resolve("gate"), "go\n"); // once the pull has come that far
      for (Future<ImageFacts> each : waiting) {
        assertEquals(List.of("v1"), each.get().specVersions());
      }
    }
    assertEquals(1, asked().stream().filter(line -> line.startsWith("pull")).count());
  }

  @Test
  void goesOnForTheOthersWhenOneGivesUp()
      throws IOException, InterruptedException, ExecutionException {
    mkfifo();
    Images images = images();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ImageFacts> first = callers.submit(() -> images.facts(ContainerSpec.of("fn")));
      var gate = Files.newOutputStream(folder.resolve("gate")); // opens when the pull reads it
      Future<ImageFacts> second = callers.submit(() -> images.facts(ContainerSpec.of("fn")));
      assertTrue(first.cancel(true));
      gate.write('\n');
      gate.close();
      assertEquals("fn", second.get().image());
    }
    assertEquals(1, asked().stream().filter(line -> line.startsWith("pull")).count());
  }

  private Images images() {
    String script = ENGINE.replaceAll("(log|pulled|gate)\\b", folder + "/$1");
    Path engine = Script.write(folder, "docker", script);
    return new Images(
        new Engine(
            List.of(engine.toString()),
            Map.of("PATH", "/usr/bin:/bin"),
            new EngineFacts(EngineKind.DOCKER, "28.2.2", true, false)));
  }

  private void open() throws IOException {
    Files.writeString(folder.resolve("gate"), "go\n");
  }

  private void mkfifo() throws IOException, InterruptedException {
    assertEquals(
        0, new ProcessBuilder("mkfifo", folder.resolve("gate").toString()).start().waitFor());
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(folder.resolve("log"));
  }
}
