package dev.kiln.runtime.containers;

import dev.kiln.runtime.instances.LaunchSpec;
import dev.kiln.testkit.Await;
import dev.kiln.testkit.Podman;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A container that was started for a test, and the processes that belong to it. */
final class StartedContainer implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final Podman podman;
  private final LaunchSpec launch;
  private final Process client;
  private final CompletableFuture<Integer> ended;

  StartedContainer(Podman podman, LaunchSpec launch) throws IOException {
    this.podman = podman;
    this.launch = launch;
    var builder = new ProcessBuilder(launch.command());
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    this.client = builder.start();
    this.ended = launch.termination().whenEnded(client);
  }

  /**
   * What it left.
   *
   * @param out a character for each byte
   */
  record Ended(int exitCode, String out, String err) {}

  /** Gives it its input, and takes what it writes until it is known to have ended. */
  Ended end(byte[] input) throws Exception {
    Thread.startVirtualThread(() -> write(input));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    Await.until(
        () -> {
          boolean over = ended.isDone(); // asked first
          return read(client.getInputStream(), out) + read(client.getErrorStream(), err) == 0
              && over;
        });
    return new Ended(
        ended.get(),
        out.toString(StandardCharsets.ISO_8859_1),
        err.toString(StandardCharsets.UTF_8));
  }

  private void write(byte[] input) {
    try (var stdin = client.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // it has ended
    }
  }

  private static int read(InputStream from, ByteArrayOutputStream to) {
    try {
      byte[] some = from.readNBytes(from.available());
      to.write(some);
      return some.length;
    } catch (IOException e) {
      return 0; // closed
    }
  }

  int exitCode() throws Exception {
    return ended.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  LaunchSpec launch() {
    return launch;
  }

  Process client() {
    return client;
  }

  String name() {
    return after("--name");
  }

  /** The process id of podman's monitor. */
  long monitor() throws IOException {
    return Long.parseLong(Files.readString(Path.of(after("--conmon-pidfile"))).strip());
  }

  boolean hasMonitor() {
    return Files.exists(Path.of(after("--conmon-pidfile")));
  }

  /** Whether there is a monitor of it. */
  boolean isWatched() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .anyMatch(command -> command.contains("conmon") && command.contains(name()));
  }

  /** The process id of the function, once that runs. */
  long awaitContainer() {
    Await.until(() -> !podman.say("ps", "-q", "--filter", "name=" + name()).isEmpty());
    return Long.parseLong(podman.say("inspect", "--format", "{{.State.Pid}}", name()));
  }

  /** What there still is of it. */
  String left() {
    return podman.say("ps", "-a", "--format", "{{.Names}}", "--filter", "name=" + name());
  }

  private String after(String option) {
    List<String> words = launch.command();
    return words.get(words.indexOf(option) + 1);
  }

  void signal(String name, long process) throws Exception {
    new ProcessBuilder("kill", "-s", name, "" + process).start().waitFor();
  }

  /** As its owner does it. */
  void kill() throws Exception {
    client.destroyForcibly().waitFor();
    podman.run(launch.termination().killCommand());
  }

  @Override
  public void close() {
    client.destroy();
    client.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    launch.termination().onGone();
  }
}
