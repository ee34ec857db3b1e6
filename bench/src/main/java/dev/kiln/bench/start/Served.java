package dev.kiln.bench.start;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Starts a host and makes its first call over HTTP. */
final class Served {
  private static final long PAUSE_NANOS = 500_000;

  private final List<String> command;
  private final Path socket;
  private final byte[] list;
  private @Nullable Process host;

  /**
   * A host that listens on a socket.
   *
   * @param kiln the command
   */
  Served(String kiln, Path socket, byte[] list) {
    this.command = List.of(kiln, "serve", "--http-addr", "unix://" + socket, "--log-calls", "none");
    this.socket = socket;
    this.list = list;
  }

  /** Starts the host, waits for its socket and makes the first call. */
  void run() throws IOException {
    host =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (!Files.exists(socket)) {
      LockSupport.parkNanos(PAUSE_NANOS);
      if (!host.isAlive()) {
        throw new IllegalStateException("kiln serve ended with " + host.exitValue());
      }
    }
    String answer = call();
    if (!answer.startsWith("HTTP/1.1 200 ")) {
      throw new IllegalStateException("the first answer: " + answer);
    }
  }

  private String call() throws IOException {
    String head =
        "POST /functions/set-labels HTTP/1.1\r\nHost: kiln\r\nConnection: close\r\n"
            + "Content-Type: text/yaml\r\nContent-Length: %d\r\n\r\n".formatted(list.length);
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      write(channel, head.getBytes(US_ASCII));
      write(channel, list);
      var answer = new ByteArrayOutputStream();
      ByteBuffer part = ByteBuffer.allocate(1 << 16);
      while (channel.read(part) >= 0) {
        answer.write(part.array(), 0, part.position());
        part.clear();
      }
      return answer.toString(US_ASCII);
    }
  }

  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  /** Stops the host and waits until it has ended. */
  void stop() throws InterruptedException {
    Process running = host;
    if (running != null) {
      running.destroy();
      running.waitFor();
    }
  }
}
