package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that cannot be had: one line, exit code 1, and nothing half started. */
class AddressIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"--http-addr", "--grpc-addr", "--admin-addr"})
  void aBusyOneIsSaid(String flag) throws Exception {
    try (var busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + busy.getLocalPort();
      String other = flag.equals("--http-addr") ? "--grpc-addr" : "--http-addr";
      Path socket = folder.resolve("other");
      try (var host = HostProcess.run(flag, address, other, "unix://" + socket)) {
        assertThat(host.exit()).isEqualTo(1);
        assertThat(host.err().lines()).singleElement().asString().contains(flag, address);
        assertThat(socket).doesNotExist();
      }
    }
  }

  @Test
  void oneForTwoDoorsIsSaid() throws Exception {
    String address = "127.0.0.1:" + freePort();
    try (var host = HostProcess.run("--http-addr", address, "--grpc-addr", address)) {
      assertThat(host.exit()).isEqualTo(1);
      assertThat(host.err().lines())
          .satisfiesExactly(
              line -> assertThat(line).contains("--http-addr", "--grpc-addr", address),
              line -> assertThat(line).contains("--help"));
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aSocketThatALivingHostServesIsLeftAlone() throws Exception {
    Path socket = folder.resolve("http");
    String address = "unix://" + socket;
    try (var first = HostProcess.run("--http-addr", address)) {
      first.awaitErr("http: listening on " + address);
      try (var second = HostProcess.run("--http-addr", address)) {
        assertThat(second.exit()).isEqualTo(1);
        assertThat(second.err().lines()).singleElement().asString().contains(socket.toString());
        assertThat(socket).exists();
      }
    }
  }

  @Test
  void aSocketThatADeadHostLeftIsReplaced() throws Exception {
    Path socket = folder.resolve("http");
    String address = "unix://" + socket;
    try (var first = HostProcess.run("--http-addr", address)) {
      first.awaitErr("http: listening on " + address);
    }
    assertThat(socket).exists();
    try (var second = HostProcess.run("--http-addr", address)) {
      second.awaitErr("http: listening on " + address);
      second.signal("TERM");

      assertThat(second.exit()).isZero();
      assertThat(socket).doesNotExist();
    }
  }
}
