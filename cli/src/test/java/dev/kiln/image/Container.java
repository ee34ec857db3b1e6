package dev.kiln.image;

import dev.kiln.testkit.Await;
import dev.kiln.testkit.Program;
import java.io.IOException;

/** One that serves, until it is told to end. */
record Container(Containers containers, String id) implements AutoCloseable {
  /** Waits until it says this. */
  void awaitLog(String text) throws Exception {
    Await.until(() -> "no \"" + text + "\" in: " + log(), () -> log().contains(text));
  }

  /** What it wrote to stderr so far. */
  String log() {
    try {
      return containers.podman("logs", id).err();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Runs its health check now; whether it is well. */
  boolean isHealthy() throws Exception {
    return containers.podman("healthcheck", "run", id).exit() == 0;
  }

  /** What its health checks said. */
  String health() throws Exception {
    return inspect("{{range .State.Health.Log}}{{.Output}} {{end}}");
  }

  private String inspect(String format) throws Exception {
    return containers.podman("inspect", "--format", format, id).well().out().strip();
  }

  void signal(String name) throws Exception {
    containers.podman("kill", "--signal", name, id).well();
  }

  /** Tells it to end, and waits; its exit code. */
  int end() throws Exception {
    Program.Ended ended = containers.podman("stop", "--time", "60", id);
    return ended.exit() == 0 ? Integer.parseInt(inspect("{{.State.ExitCode}}")) : -1;
  }

  @Override
  public void close() throws IOException {
    try {
      containers.podman("rm", "--force", id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
