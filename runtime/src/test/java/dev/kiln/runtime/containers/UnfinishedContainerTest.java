package dev.kiln.runtime.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a container that was being made when its client was killed. */
@Timeout(120)
class UnfinishedContainerTest {
  private static final Engine ENGINE = // one that knows of no container
      new Engine(
          List.of("true"), Map.of(), new EngineFacts(EngineKind.PODMAN, "4.9.3", true, false));

  /** Ends by itself once what it makes has ended; tells how far it is in a file. */
  private static final String MAKING = "sleep 600 & echo made >\"$0\"; wait; echo ended >\"$0\"";

  /** Starts the one above and waits for it, as podman's does before it has noted that one's id. */
  private static final String STARTING = "\"$3\" -c \"$4\" \"$0\" \"$1\" \"$2\"; true";

  private static final String STUCK = "echo made >\"$0\"; read -r nothing";

  private final List<Process> monitors = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void endAll() {
    monitors.forEach(monitor -> monitor.descendants().forEach(ProcessHandle::destroyForcibly));
    monitors.forEach(Process::destroyForcibly);
  }

  @Test
  void endsWhatAMonitorMakesThatIsNotedNowhere() throws Exception {
    monitor("1", MAKING);

    end("1");

    Await.until(() -> said("1").equals("ended"));
  }

  @Test
  void leavesAMonitorToEndByItselfThatAnotherStarted() throws Exception {
    monitor("1", STARTING);

    end("1");

    Await.until(() -> said("1").equals("ended"));
  }

  @Test
  void endsAMonitorThatMakesNothingAndDoesNotEnd() throws Exception {
    Process monitor = monitor("1", STUCK);

    end("1");

    assertThat(monitor.waitFor()).isEqualTo(137);
  }

  @Test
  void endsNothingOfAnotherContainer() throws Exception {
    monitor("11", MAKING);

    end("1");

    assertThat(said("11")).isEqualTo("made");
  }

  /**
   * A shell that is called as podman's monitor of that container is, once it has made something.
   */
  private Process monitor(String name, String script) throws IOException {
    Path shell = folder.resolve("conmon");
    if (!Files.exists(shell)) {
      Files.copy(Path.of("/bin/sh").toRealPath(), shell);
    }
    String file = folder.resolve(name).toString();
    List<String> arguments = List.of("--conmon-pidfile", file + ".pid", shell.toString(), MAKING);
    var words = new ArrayList<>(List.of(shell.toString(), "-c", script, file));
    words.addAll(arguments);
    Process monitor = new ProcessBuilder(words).start();
    monitors.add(monitor);
    Await.until(() -> said(name).equals("made"));
    return monitor;
  }

  private String said(String name) {
    try {
      return Files.readString(folder.resolve(name)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** As an owner does it that lives on. */
  private void end(String name) throws Exception {
    Path monitorFile = folder.resolve(name + ".pid");
    var container = new ContainerName("kiln-1f-" + name, OwnerLabel.self(), monitorFile);
    new ProcessBuilder(RunCommand.kill(ENGINE, container))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
