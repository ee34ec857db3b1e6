package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.testkit.Script;
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

class ImageInspectorTest {
  private static final String DEFINITION =
      """
      {\\"apiVersion\\":\\"config.kubernetes.io/v1alpha1\\",\\"kind\\":\\"KRMFunctionDefinition\\",\
      \\"metadata\\":{\\"name\\":\\"from-the-index\\"},\\"spec\\":{\\"group\\":\\"g\\",\
      \\"names\\":{\\"kind\\":\\"K\\"}}}""";

  /** An engine that notes what it is asked, and has an image once that is pulled. */
  private static final String ENGINE =
      """
      echo "$*" >>log
      [ "$1" = --log-level=error ] && shift
      told() { cat <<'END'
      {"annotations": {"%1$s": "%2$s"}}
      END
      }
      case "$1 $2" in
        'image inspect')
          [ -e pulled ] || { echo "no such image: $3" >&2; exit 1; }
          case $3 in
            --mode=native) echo '[{"Manifest":'; told | sed s/index/manifest/; echo '}]' ;;
            *) echo '[{"Id": "1", "RepoTags": ["fn:latest"], "Config": {"Labels": null}}]' ;;
          esac
          ;;
        'manifest inspect') told ;;
        'pull --quiet')
          read -r _ <gate
          case $3 in *denied*) echo 'denied: ask somebody' >&2; exit 1 ;; esac
          : >pulled
          ;;
      esac
      """
          .formatted(ImageMetadata.KEY, DEFINITION);

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
    images().facts(ContainerSpec.of("fn").withPull(PullPolicy.ALWAYS));
    assertEquals(List.of("pull --quiet fn", "image inspect fn"), asked());
  }

  @Test
  void neverFetchesWhereThatIsForbidden() throws IOException {
    ContainerSpec spec = ContainerSpec.of("fn").withPull(PullPolicy.NEVER);
    var missing = assertThrows(EngineException.class, () -> images().facts(spec)).getMessage();
    assertEquals(
        "image fn is not there (pull policy: NEVER): docker says: no such image: fn", missing);
    assertEquals(List.of("image inspect fn"), asked());
  }

  @Test
  void refusesAnotherImageThanTheOneAskedFor() throws IOException {
    Files.createFile(folder.resolve("pulled"));
    String digest = "@sha256:" + "0".repeat(64);
    ContainerSpec spec = ContainerSpec.of("localhost/ok/fn" + digest);
    var other = assertThrows(EngineException.class, () -> images().facts(spec)).getMessage();
    assertEquals(
        "image localhost/ok/fn"
            + digest
            + ": docker takes it for another image, fn:latest (expected: one of its names, with the"
            + " registry)",
        other);
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
    ImageInspector images = images();
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
    ImageInspector images = images();
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

  @Test
  void looksAtTheIndexThatPodmanHas() throws IOException {
    Files.createFile(folder.resolve("pulled"));
    ImageFacts facts = images(EngineKind.PODMAN).facts(ContainerSpec.of("fn"));
    assertEquals("from-the-index", facts.definitions().getFirst().name());
    assertEquals(
        List.of(
            "--log-level=error image inspect fn",
            "--log-level=error manifest exists fn",
            "--log-level=error manifest inspect fn"),
        asked());
  }

  @Test
  void looksAtWhatNerdctlKeeps() throws IOException {
    Files.createFile(folder.resolve("pulled"));
    ImageFacts facts = images(EngineKind.NERDCTL).facts(ContainerSpec.of("fn"));
    assertEquals("from-the-manifest", facts.definitions().getFirst().name());
    assertEquals(List.of("image inspect fn", "image inspect --mode=native fn"), asked());
  }

  private ImageInspector images() {
    return images(EngineKind.DOCKER);
  }

  private ImageInspector images(EngineKind kind) {
    Path engine = Script.write(folder, "docker", "cd " + folder + "\n" + ENGINE);
    return new ImageInspector(
        new Engine(
            List.of(engine.toString()),
            Map.of("PATH", "/usr/bin:/bin"),
            new EngineFacts(kind, "28.2.2", true, false)));
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
