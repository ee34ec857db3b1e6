package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthCommandIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  private ServerSocket server;
  private String address;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    address = "127.0.0.1:" + server.getLocalPort();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aHostThatSaysSoIsWell() throws Exception {
    CompletableFuture<String> asked = answer("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");

    assertThat(KilnRun.run("health", address))
        .isEqualTo(new KilnRun("healthy: admin at " + address + " answers\n", "", 0));
    assertThat(asked.join()).isEqualTo("GET /healthz HTTP/1.1");
  }

  @Test
  void oneThatSaysSomethingElseIsNot() throws Exception {
    CompletableFuture<String> asked = answer("HTTP/1.1 503 Service Unavailable\r\n\r\n");

    assertThat(KilnRun.run("health", address))
        .isEqualTo(
            new KilnRun(
                "not healthy: admin at " + address + " answers as a healthy host does not\n",
                "",
                1));
    asked.join();
  }

  @Test
  void oneThatIsNotThereIsNot() throws Exception {
    server.close();

    assertThat(KilnRun.run("health", address))
        .isEqualTo(
            new KilnRun("not healthy: admin at " + address + ": Connection refused\n", "", 1));
  }

  @Test
  void wantsAnAddressThatItCanRead() throws Exception {
    assertThat(KilnRun.run("health", "9090").stderr())
        .startsWith("error: \"9090\" (expected: host:port, :port or unix:///path.sock)\n");
    assertThat(KilnRun.run("health", ":9090", "more").stderr())
        .startsWith("error: unexpected argument: more\n");
  }

  @Test
  void hangsUpIfThereIsNothingToAsk() throws Exception {
    CompletableFuture<String> asked = answer("");

    assertThat(SocketProbe.send(address, "", LONG)).isEmpty();
    assertThat(asked.join()).isEqualTo("null"); // the end
  }

  /** The time may be up before anything is sent, or while the answer is awaited. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 50})
  void losesPatienceWithOneThatDoesNotHangUp(int millis) {
    assertThatThrownBy(() -> SocketProbe.send(address, "", Duration.ofMillis(millis)))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer within " + millis + " ms");
  }

  /** Reads one line, and answers with that. */
  private CompletableFuture<String> answer(String text) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket caller = server.accept();
              var lines =
                  new BufferedReader(new InputStreamReader(caller.getInputStream(), UTF_8))) {
            String line = String.valueOf(lines.readLine());
            caller.getOutputStream().write(text.getBytes(UTF_8));
            return line;
          } catch (IOException e) {
            return e.toString();
          }
        });
  }
}
