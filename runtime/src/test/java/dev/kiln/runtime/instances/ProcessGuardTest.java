package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that is killed, with all that it had started. */
@Timeout(120)
class ProcessGuardTest {
  private static final List<String> CHILDREN = List.of("waiting", "below", "busy", "kept");

  @Test
  void nothingOutlivesAHostThatIsKilled(@TempDir Path folder) throws Exception {
    Process host = host(Host.class, folder);
    List<String> pids = CHILDREN.stream().map(name -> Scripts.line(folder.resolve(name))).toList();
    assertThat(pids).allMatch(pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent());
    Await.until(() -> Files.exists(folder.resolve("all known"))); // to the guard process
    host.destroyForcibly().waitFor();
    pids.forEach(Scripts::awaitGone);
    assertThat(Scripts.line(folder.resolve("killed"))).isEqualTo("that's it");
  }

  private static Process host(Class<?> main, Path folder) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            folder.toString())
        .redirectOutput(Redirect.DISCARD)
        .redirectError(new File(folder.toFile(), "stderr"))
        .start();
  }

  @RepeatedTest(3) // there is a moment to hit
  void norDoesWhatIsBeingStartedWhenASignalEndsIt(@TempDir Path folder) throws Exception {
    Process host = host(Starting.class, folder);
    String guard = Scripts.line(folder.resolve("guard"));
    host.destroy();
    host.waitFor();
    Scripts.awaitGone(guard);
    Await.until(() -> ProcessHandle.allProcesses().noneMatch(each -> names(each, folder)));
  }

  private static boolean names(ProcessHandle process, Path folder) {
    return process.info().commandLine().orElse("").contains(folder.toString());
  }

  /** Starts one child after the other, so that there is always one that is being started. */
  static final class Starting {
    private static final String LINGER =
        "trap '' HUP TERM; while [ -e FOLDER ]; do sleep 0.1; done";

    private Starting() {}

    public static void main(String[] args) throws Exception {
      var scripts = Scripts.unlimited();
      LaunchSpec launch = Scripts.launch(LINGER.replace("FOLDER", args[0]));
      scripts.instances.start(launch, 0);
      Files.writeString(Path.of(args[0], "guard"), scripts.instances.guard().pid() + "\n");
      for (int i = 0; i < 4; i++) {
        Thread.ofPlatform().daemon().start(() -> startOnAndOn(scripts.instances, launch));
      }
      startOnAndOn(scripts.instances, launch);
    }

    private static void startOnAndOn(Instances instances, LaunchSpec launch) {
      try {
        while (true) {
          var child = (ChildProcess) instances.start(launch, 0);
          child.kill();
          child.whenGone().join();
        }
      } catch (ProgramStartException | InterruptedException e) {
        // this process ends
      }
    }
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
          .prepare();
      scripts.instances.start(
          ExternalChildPart.launch(
              DEAF + "echo $$ > " + folder + "kept; " + SLEEP, Path.of(folder)),
          0);
      Thread.ofPlatform().daemon().start(() -> tellOnceKnown(scripts.instances, Path.of(folder)));
      Scripts.call(scripts.first(DEAF + "echo $$ > " + folder + "busy; " + SLEEP));
    }

    /** A child may write before this host, which has started it, is told that it did. */
    private static void tellOnceKnown(Instances instances, Path folder) {
      for (String name : List.of("waiting", "kept", "busy")) {
        long pid = Long.parseLong(Scripts.line(folder.resolve(name)));
        Await.until(() -> instances.processes().stream().anyMatch(child -> child.pid() == pid));
      }
      try {
        Files.createFile(folder.resolve("all known"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
