package dev.kiln.runtime.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.kiln.testkit.Await;
import dev.kiln.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitFilesTest {
  private static final long LIMIT_SECONDS = 60;

  @TempDir private Path folder;
  private Process monitor;
  private ExitFiles files;

  /** A process with the arguments of podman's monitor. */
  @BeforeEach
  void start() throws IOException {
    Files.createDirectory(folder.resolve("exits"));
    Path script = Script.write(folder, "monitor", "read -r _");
    monitor =
        new ProcessBuilder(
                script.toString(),
                "--api-version",
                "1",
                "-c",
                "abc",
                "--exit-dir",
                folder.resolve("exits").toString())
            .start();
    Await.until(
        () -> ConmonProcess.find(monitor.pid()).isPresent()); // its words come a little later
    files = new ExitFiles(Duration.ofMillis(20));
  }

  @AfterEach
  void end() {
    files.close();
    monitor.destroyForcibly();
  }

  @Test
  void tellsACodeThatComesLater() throws Exception {
    CompletableFuture<Integer> code = files.exitCode(pidFile());
    note(pidFile(), "" + monitor.pid());
    assertFalse(code.isDone());
    note(folder.resolve("exits/other"), "3");
    note(folder.resolve("exits/abc"), "7");
    assertEquals(7, get(code));
  }

  @Test
  void tellsACodeThatWasThereBefore() throws Exception {
    note(pidFile(), "" + monitor.pid());
    note(folder.resolve("exits/abc"), "137\n");
    assertEquals(137, get(files.exitCode(pidFile())));
  }

  @Test
  void waitsForAFileToBeWhole() throws Exception {
    CompletableFuture<Integer> code = files.exitCode(pidFile());
    note(pidFile(), "" + monitor.pid());
    Path exit = Files.createFile(folder.resolve("exits/abc"));
    Files.writeString(exit, "5");
    assertEquals(5, get(code));
  }

  @Test
  void takesAMonitorThatDiesFirstForAKilledFunction() throws Exception {
    note(pidFile(), "" + monitor.pid());
    CompletableFuture<Integer> code = files.exitCode(pidFile()); // has seen the monitor alive
    monitor.destroyForcibly();
    assertEquals(137, get(code));
  }

  @Test
  void leavesItToTheClientWhereThereIsNoSuchMonitor() throws Exception {
    CompletableFuture<Integer> code = files.exitCode(pidFile());
    note(pidFile(), "" + ProcessHandle.current().pid()); // a process, but no monitor
    CompletableFuture<Integer> later = files.exitCode(folder.resolve("later.pid"));
    note(folder.resolve("later.pid"), "" + monitor.pid());
    note(folder.resolve("exits/abc"), "0");
    assertEquals(0, get(later)); // so the first has been looked at
    assertFalse(code.isDone());
  }

  private Path pidFile() {
    return folder.resolve("1.pid");
  }

  /** As GLib writes files. */
  private static void note(Path file, String text) throws IOException {
    Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".X4QZ2B"), text);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static int get(CompletableFuture<Integer> code)
      throws InterruptedException, ExecutionException, TimeoutException {
    return code.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
