package dev.kiln.conformance.targets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A function that was started as a server. */
public final class TargetServer implements AutoCloseable {
  private static final int END_SECONDS = 10;
  private static final Duration DESCENDANTS_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_OUTPUT = 16_384;

  private final Process process;
  private final StringBuilder stdout = new StringBuilder(); // guarded by this, as the next one
  private final StringBuilder stderr = new StringBuilder();
  private final Thread out;
  private final Thread err;

  TargetServer(Process process) throws IOException {
    this.process = process;
    process.getOutputStream().close();
    out = collectLines(process.getInputStream(), line -> appendLine(line, stdout));
    err =
        collectLines(
            process.getErrorStream(),
            line -> {
              appendLine(line, stdout);
              appendLine(line, stderr);
            });
  }

  private static Thread collectLines(InputStream in, Consumer<String> consumer) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try (BufferedReader lines = reader(in)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  consumer.accept(line);
                }
              } catch (IOException _) {
                // it is gone
              }
            });
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private synchronized void appendLine(String line, StringBuilder to) {
    if (to.length() < MAX_OUTPUT) {
      to.append(line).append('\n');
    }
  }

  /** What it wrote so far, to either of its ends. */
  public synchronized String stdout() {
    return stdout.toString().strip();
  }

  /** What it wrote so far to stderr. */
  public synchronized String stderr() {
    return stderr.toString().strip();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGTERM, as an orchestrator does, and keeps reading the output. */
  public void terminate() {
    process.toHandle().destroy(); // that of the process would close the pipes as well
  }

  /** Its exit code, if it ends in time; what it has to say has been heard then. */
  public OptionalInt awaitEnd(Duration timeout) throws InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      return OptionalInt.empty();
    }
    for (Thread each : List.of(out, err)) {
      each.join(DESCENDANTS_TIMEOUT); // what it has started may hold the pipes
    }
    return OptionalInt.of(process.exitValue());
  }

  /** Ends it, and first what it has started: who waits for an address must not find the old one. */
  @Override
  public void close() {
    List<ProcessHandle> others = process.descendants().toList();
    others.forEach(ProcessHandle::destroyForcibly);
    Polling.until(DESCENDANTS_TIMEOUT, () -> others.stream().noneMatch(ProcessHandle::isAlive));
    process.destroyForcibly();
    process.onExit().orTimeout(END_SECONDS, TimeUnit.SECONDS).exceptionally(_ -> process).join();
  }
}
