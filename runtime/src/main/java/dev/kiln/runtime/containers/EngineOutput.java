package dev.kiln.runtime.containers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The output of an engine command that only queries or fetches. */
record EngineOutput(int exitCode, String out, String err) {
  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_MESSAGE = 2_000;

  /** How long to read what is left in the pipes of a command that has ended. */
  private static final long REST_SECONDS = 5;

  /**
   * Runs a command to its end.
   *
   * @throws EngineException if it cannot be started, takes longer, or this thread is interrupted
   */
  static EngineOutput of(List<String> command, Map<String, String> environment, Duration limit) {
    var builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return of(builder.start(), String.join(" ", command), limit);
    } catch (IOException e) {
      throw new EngineException(String.join(" ", command) + ": " + e.getMessage());
    }
  }

  private static EngineOutput of(Process process, String shown, Duration limit) throws IOException {
    try {
      process.getOutputStream().close();
      CompletableFuture<String> out = readAsync(process.getInputStream());
      CompletableFuture<String> err = readAsync(process.getErrorStream());
      if (!process.waitFor(limit)) {
        throw new EngineException(shown + ": no answer within " + limit.toSeconds() + " s");
      }
      return new EngineOutput(
          process.exitValue(),
          out.get(REST_SECONDS, TimeUnit.SECONDS),
          err.get(REST_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(shown + ": given up");
    } catch (ExecutionException | TimeoutException e) {
      throw new EngineException(shown + ": its answer cannot be read");
    } finally {
      process.destroy(); // sends TERM, so that it can clean up
    }
  }

  private static CompletableFuture<String> readAsync(InputStream in) {
    var all = new CompletableFuture<String>();
    Thread.startVirtualThread(
        () -> {
          try (in) {
            all.complete(read(in));
          } catch (IOException e) {
            all.completeExceptionally(e);
          }
        });
    return all;
  }

  /** Reads to the end, but keeps only the beginning. */
  private static String read(InputStream in) throws IOException {
    var kept = new ByteArrayOutputStream();
    var buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      kept.write(buffer, 0, Math.min(read, MAX_BYTES - kept.size()));
    }
    return kept.toString(StandardCharsets.UTF_8);
  }

  boolean isSuccess() {
    return exitCode == 0;
  }

  /** The end of its messages, on one line. */
  String messageTail() {
    String message = (err.isBlank() ? out : err).strip();
    String end = message.substring(Math.max(0, message.length() - MAX_MESSAGE));
    return end.isEmpty() ? "exit code " + exitCode : String.join("; ", end.lines().toList());
  }
}
