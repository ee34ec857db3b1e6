package dev.kiln.runtime.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that is killed, with all that it had started. */
@Timeout(120)
class KeeperTest {
  private static final List<String> CHILDREN = List.of("waiting", "below", "busy", "kept");

  @Test
  void nothingOutlivesAHostThatIsKilled(@TempDir Path folder) throws Exception {
    Process host =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Host.class.getName(),
                folder.toString())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(new File(folder.toFile(), "stderr"))
            .start();
    List<String> pids = CHILDREN.stream().map(name -> Scripts.line(folder.resolve(name))).toList();
    assertThat(pids).allMatch(pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent());
    Await.until(() -> Files.exists(folder.resolve("all known"))); // to the keeper
    host.destroyForcibly().waitFor();
    pids.forEach(Scripts::awaitGone);
    assertThat(Scripts.line(folder.resolve("killed"))).isEqualTo("that's it");
  }

  /** Has children of every kind, none of which cares that nobody is there any more. */
  static final class Host {
    private static final String DEAF = "trap '' HUP TERM; ";
    private static final String SLEEP = "while :; do sleep 0.1; done";

    private Host() {}

    public static void main(String[] args) throws Exception {
      String folder = args[0] + "/";
      var scripts = Scripts.unlimited();
      String below = "(" + DEAF + SLEEP + ") & echo $! > " + folder + "below; ";
      scripts
          .runner(
              DEAF + below + "echo $$ > " + folder + "waiting; " + SLEEP,
              new PoolSettings(1, 1, Scripts.SETTINGS.idle(), 0))
          .ready();
      scripts.children.start(
          Elsewhere.launch(DEAF + "echo $$ > " + folder + "kept; " + SLEEP, Path.of(folder)), 0);
      Thread.ofPlatform().daemon().start(() -> tellOnceKnown(scripts.children, Path.of(folder)));
      Scripts.call(scripts.first(DEAF + "echo $$ > " + folder + "busy; " + SLEEP));
    }

    /** A child may write before this host, which has started it, is told that it did. */
    private static void tellOnceKnown(Children children, Path folder) {
      for (String name : List.of("waiting", "kept", "busy")) {
        long pid = Long.parseLong(Scripts.line(folder.resolve(name)));
        Await.until(() -> children.living().stream().anyMatch(child -> child.pid() == pid));
      }
      try {
        Files.createFile(folder.resolve("all known"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
