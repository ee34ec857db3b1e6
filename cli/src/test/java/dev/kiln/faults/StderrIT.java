package dev.kiln.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Await;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that cannot write their log; where they listen, they are told, for they could not say. */
class StderrIT {
  /** Enough lines to fill a pipe. */
  private static final int CALLS = 1500;

  @TempDir private Path folder;

  @Test
  void callsGoOnWhereTheDiskIsFull() throws Exception {
    servesWith(Redirect.to(new File("/dev/full")));
  }

  @Test
  void callsGoOnWhereNobodyReadsThePipe() throws Exception {
    servesWith(Redirect.PIPE);
  }

  /** gRPC sets options that sockets in the file system do not have. */
  @Test
  void aCallerOverAUnixSocketIsNoWarning() throws Exception {
    Path socket = folder.resolve("grpc");
    var address = UnixDomainSocketAddress.of(socket);
    try (var host = HostProcess.run("--grpc-addr", "unix://" + socket)) {
      Await.until(() -> "no socket", () -> Files.exists(socket));
      try (var connection = SocketChannel.open(address)) {
        connection.write(ByteBuffer.wrap("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII)));
        assertThat(connection.read(ByteBuffer.allocate(9))).as("what it says first").isPositive();
      }
      host.signal("TERM");

      assertThat(host.exit()).isZero();
      assertThat(host.err()).contains("listening").doesNotContain("WARNING", "warn");
    }
  }

  private void servesWith(Redirect stderr) throws Exception {
    Path socket = folder.resolve("http");
    var address = UnixDomainSocketAddress.of(socket);
    String url = "unix://" + socket;
    try (var host = HostProcess.run(stderr, "--http-addr", url, "--log-calls", "all")) {
      Await.until(() -> "no socket", () -> Files.exists(socket));
      for (int i = 0; i < CALLS; i++) {
        assertThat(RawConnection.exchange(address, RawConnection.request(Lists.LABEL)))
            .startsWith("HTTP/1.1 200 ")
            .endsWith(Lists.LABELLED);
      }
      host.signal("TERM");

      assertThat(host.exit()).isZero();
    }
  }
}
