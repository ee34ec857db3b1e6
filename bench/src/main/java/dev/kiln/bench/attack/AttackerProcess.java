package dev.kiln.bench.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Attacks a host from a process of the lowest priority. Attackers on other machines would not take
 * the cores of the host; these must not do so more than they have to.
 */
final class AttackerProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final List<String> attacks;

  private AttackerProcess(Process process) throws IOException {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.attacks = List.of(line().split("\t", -1));
  }

  /**
   * Starts one, which does nothing yet.
   *
   * @param limit the size of the largest list that the host takes
   */
  static AttackerProcess start(
      InetSocketAddress http, InetSocketAddress grpc, int limit, int seconds) throws IOException {
    return new AttackerProcess(
        new ProcessBuilder(
                "nice",
                "-n",
                "19",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Attacker.class.getName(),
                Integer.toString(http.getPort()),
                Integer.toString(grpc.getPort()),
                Integer.toString(limit),
                Integer.toString(seconds))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** The names of all attacks. */
  List<String> attacks() {
    return attacks;
  }

  /** Attacks from many connections at once, and tells what came back. */
  CompletableFuture<Answers> attack(String name) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            var in = process.outputWriter(StandardCharsets.UTF_8);
            in.write(name + "\n");
            in.flush();
            return Answers.parse(line());
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        },
        work -> Thread.ofPlatform().start(work));
  }

  private String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the attackers ended");
    }
    return line;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
