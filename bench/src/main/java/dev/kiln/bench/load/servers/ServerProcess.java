package dev.kiln.bench.load.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A measured server, and the resources that its process has used so far. Its log goes to a file,
 * because reading a pipe would take processor time from the measurement.
 */
public final class ServerProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_TAIL_BYTES = 4_000;

  private final Process process;
  private final Path logFile;
  private Map<Door, InetSocketAddress> addresses = Map.of();

  private ServerProcess(Process process, Path logFile) {
    this.process = process;
    this.logFile = logFile;
  }

  /** Starts a server and waits until it reports that these doors listen. */
  static ServerProcess start(List<String> command, Set<Door> doors) {
    try {
      Path logFile = Files.createTempFile("server", ".log");
      logFile.toFile().deleteOnExit();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(logFile.toFile())
              .start();
      Runtime.getRuntime()
          .addShutdownHook(new Thread(process::destroy)); // leaves no process behind
      var server = new ServerProcess(process, logFile);
      server.await(doors);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Set<Door> doors) throws IOException {
    long limit = System.nanoTime() + TIMEOUT.toNanos();
    while (!addresses.keySet().containsAll(doors)) {
      if (!process.isAlive() || System.nanoTime() > limit) {
        throw new IllegalStateException("the server is not ready; it said:\n" + logTail());
      }
      LockSupport.parkNanos(200_000); // too short to affect a figure
      addresses = Listening.in(Files.readString(logFile));
    }
  }

  public InetSocketAddress address(Door door) {
    InetSocketAddress address = addresses.get(door);
    if (address == null) {
      throw new IllegalArgumentException("this server has no door " + door);
    }
    return address;
  }

  public long pid() {
    return process.pid();
  }

  /** Processor time of all its threads, in user code and in the kernel. */
  public Duration processorTime() {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("the system tells no processor time"));
  }

  /** Requires that every call that our host has answered so far succeeded, by its metrics. */
  public void requireOnlySuccess() throws IOException, InterruptedException {
    InetSocketAddress admin = address(Door.ADMIN);
    var uri = URI.create("http://%s:%d/metrics".formatted(admin.getHostString(), admin.getPort()));
    try (var client = HttpClient.newHttpClient()) {
      var metrics =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines());
      List<String> others =
          metrics
              .body()
              .filter(line -> line.startsWith("krm_calls_total{"))
              .filter(line -> !line.contains("outcome=\"ok\""))
              .toList();
      if (!others.isEmpty()) {
        throw new IllegalStateException("calls failed:\n" + String.join("\n", others));
      }
    }
  }

  public ProcessFigures figures() {
    return ProcessFigures.of(process.pid());
  }

  private String logTail() throws IOException {
    try (var words = new RandomAccessFile(logFile.toFile(), "r")) {
      byte[] last = new byte[(int) Math.min(MAX_TAIL_BYTES, words.length())];
      words.seek(words.length() - last.length);
      words.readFully(last);
      return new String(last, UTF_8);
    }
  }

  /** Stops the server, by force if needed. Reports a server that has already ended. */
  @Override
  public void close() {
    try {
      if (!process.isAlive()) {
        System.err.println("a server ended by itself; it said:\n" + logTail());
      }
      process.destroy();
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Files.deleteIfExists(logFile);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
