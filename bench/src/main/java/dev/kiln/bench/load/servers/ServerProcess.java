package dev.kiln.bench.load.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
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
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_WORDS = 4_000;

  private final Process process;
  private final Path said;
  private Map<Door, InetSocketAddress> addresses = Map.of();

  private ServerProcess(Process process, Path said) {
    this.process = process;
    this.said = said;
  }

  /** Starts a server and waits until it reports that these doors listen. */
  static ServerProcess start(List<String> command, Set<Door> doors) {
    try {
      Path said = Files.createTempFile("server", ".log");
      said.toFile().deleteOnExit();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(said.toFile())
              .start();
      Runtime.getRuntime()
          .addShutdownHook(new Thread(process::destroy)); // leaves no process behind
      var server = new ServerProcess(process, said);
      server.await(doors);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Set<Door> doors) throws IOException {
    long limit = System.nanoTime() + PATIENCE.toNanos();
    while (!addresses.keySet().containsAll(doors)) {
      if (!process.isAlive() || System.nanoTime() > limit) {
        throw new IllegalStateException("the server is not ready; it said:\n" + lastWords());
      }
      LockSupport.parkNanos(200_000); // too short to affect a figure
      addresses = Listening.in(Files.readString(said));
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

  public ProcessFigures figures() {
    return ProcessFigures.of(process.pid());
  }

  private String lastWords() throws IOException {
    try (var words = new RandomAccessFile(said.toFile(), "r")) {
      byte[] last = new byte[(int) Math.min(MOST_WORDS, words.length())];
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
        System.err.println("a server ended by itself; it said:\n" + lastWords());
      }
      process.destroy();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Files.deleteIfExists(said);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
