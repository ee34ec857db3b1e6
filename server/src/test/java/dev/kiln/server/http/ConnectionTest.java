package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Limits;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.server.calls.ConnectionLimits;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 on one connection: keep-alive, pipelining, chunks, and what comes before a body. */
@Timeout(120)
class ConnectionTest {
  private static final String NOTHING = "KRM-Function: nothing";

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  private static String numbered(int i) {
    return "kind: ResourceList\nitems: []\nnumber: " + i + "\n";
  }

  @Test
  void keepsAConnectionForTheNextRequest() throws Exception {
    try (var wire = host.connect()) {
      for (int i = 0; i < 3; i++) {
        ReceivedResponse response = wire.send(RawConnection.request(numbered(i), NOTHING)).read();
        assertThat(response.text()).isEqualTo(numbered(i));
        assertThat(response.headers().map()).doesNotContainKey("connection");
      }
    }
  }

  @Test
  void keepsAConnectionAfterARefusal() throws Exception {
    try (var wire = host.connect()) {
      assertThat(wire.send(RawConnection.request(LIST, "KRM-Function: x")).read().code())
          .isEqualTo(404);
      assertThat(wire.send(RawConnection.request(LIST, NOTHING, "Accept: a/b")).read().code())
          .isEqualTo(406);
      assertThat(wire.send(RawConnection.request("a: [", NOTHING)).read().code()).isEqualTo(400);
      assertThat(wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read().code()).isEqualTo(405);
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/2.0\r\nHost: a",
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked",
        "POST /\0 HTTP/1.1\r\nHost: a",
        "PRI * HTTP/2.0",
        "POST / HTTP/1.1\r\nHost: a b"
      })
  void closesTheConnectionAfterARequestThatItCannotRead(String head) throws Exception {
    try (var wire = host.connect()) {
      wire.send(head + "\r\n\r\n" + RawConnection.request(LIST, NOTHING));
      assertThat(wire.read().code()).isEqualTo(400);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void dropsABodyThatComesAfterItsRefusal() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(LIST.length(), NOTHING, "Accept: a/b"));
      assertThat(wire.read().code()).isEqualTo(406);
      wire.send(LIST + RawConnection.request(numbered(1), NOTHING));
      assertThat(wire.read().text()).isEqualTo(numbered(1));
    }
  }

  @Test
  void closesTheConnectionWhenAsked() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING, "Connection: close"));
      ReceivedResponse response = wire.read();
      assertThat(response.text()).isEqualTo(LIST);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void answersTenRequestsInOneWriteInTheirOrder() throws Exception {
    var requests = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      requests.append(
          i == 4 || i == 7
              ? RawConnection.request(numbered(i), NOTHING, "Accept: text/html")
              : RawConnection.request(numbered(i), NOTHING));
    }
    try (var wire = host.connect()) {
      wire.send(requests.toString());
      for (int i = 0; i < 10; i++) {
        ReceivedResponse response = wire.read();
        if (i == 4 || i == 7) {
          assertThat(response.code()).isEqualTo(406);
        } else {
          assertThat(response.text()).isEqualTo(numbered(i));
        }
      }
    }
  }

  @Test
  void answersInOrderThoughALaterOneNeedsNoFunction() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    try (var wire = host.connect()) {
      wire.send(
          RawConnection.request(LIST, "KRM-Function: gate")
              + RawConnection.request(LIST, "Accept: a/b"));
      gate.awaitCall();
      gate.open();
      assertThat(wire.read().code()).isEqualTo(200);
      assertThat(wire.read().code()).isEqualTo(406);
    }
  }

  @Test
  void answersAllThoughMuchCameAtOnce() throws Exception {
    String list = numbered(1) + "much: " + "clay ".repeat(20_000) + "\n";
    try (var wire = host.connect()) {
      String requests = RawConnection.request(list, NOTHING).repeat(20);
      Thread sender = Thread.startVirtualThread(() -> send(wire, requests));
      for (int i = 0; i < 20; i++) {
        assertThat(wire.read().text().equals(list)).isTrue();
      }
      sender.join();
    }
  }

  private static void send(RawConnection wire, String requests) {
    try {
      wire.send(requests);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void dropsWhatComesBehindARefusalThatEndsTheConnection() throws Exception {
    try (var wire = host.connect()) {
      wire.send("nonsense\r\n\r\n" + RawConnection.request(LIST, NOTHING));
      assertThat(wire.read().code()).isEqualTo(400);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void readsChunksAndTrailers() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.chunked(NOTHING));
      for (int i = 0; i < LIST.length(); i += 25) {
        String part = LIST.substring(i, Math.min(i + 25, LIST.length()));
        wire.send(Integer.toHexString(part.length()) + ";ext=1\r\n" + part + "\r\n");
      }
      wire.send("0\r\nChecksum: 7\r\nKRM-Function: report\r\n\r\n");
      ReceivedResponse response = wire.read();
      assertThat(response.text()).isEqualTo(LIST);
      assertThat(response.header("krm-function")).isEqualTo("nothing");
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
    }
  }

  @Test
  void servesHttp10AndCloses() throws Exception {
    try (var wire = host.connect()) {
      wire.send(old(""));
      ReceivedResponse response = wire.read();
      assertThat(response.text()).isEqualTo(LIST);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void keepsAConnectionOfHttp10WhenAsked() throws Exception {
    try (var wire = host.connect()) {
      for (int i = 0; i < 2; i++) {
        ReceivedResponse response = wire.send(old("Connection: keep-alive\r\n")).read();
        assertThat(response.text()).isEqualTo(LIST);
        assertThat(response.header("connection")).isEqualToIgnoringCase("keep-alive");
      }
    }
  }

  private static String old(String line) {
    return "POST / HTTP/1.0\r\nContent-Type: text/yaml\r\nKRM-Function: nothing\r\n"
        + line
        + "Content-Length: "
        + LIST.length()
        + "\r\n\r\n"
        + LIST;
  }

  @Test
  @DisplayName("Expect: 100-continue is answered before the body is read")
  void goesOn() throws Exception {
    try (var wire = host.connect()) {
      for (int i = 0; i < 2; i++) {
        wire.send(RawConnection.head(LIST.length(), NOTHING, "Expect: 100-continue"));
        assertThat(wire.read().code()).isEqualTo(100);
        assertThat(wire.send(LIST).read().text()).isEqualTo(LIST);
      }
    }
  }

  @Test
  @DisplayName("Expect: 100-continue is refused with the final status before the body is read")
  void doesNotGoOn() throws Exception {
    host.with(Limits.defaults().withMaxMessageBytes(100));
    assertRefused(413, RawConnection.head(101, NOTHING, "Expect: 100-continue"));
    assertRefused(406, RawConnection.head(10, "Accept: a/b", "Expect: 100-continue"));
    assertRefused(415, RawConnection.head(10, "Content-Encoding: br", "Expect: 100-continue"));
    assertRefused(417, RawConnection.head(10, "Expect: a miracle"));
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(10, "Expect: a miracle"))
          .read()
          .refusedWith(417, "ExpectationFailed");
    }
    host.evaluator().drain();
    assertRefused(503, RawConnection.head(10, NOTHING, "Expect: 100-continue"));
  }

  private void assertRefused(int code, String head) throws IOException {
    try (var wire = host.connect()) {
      assertThat(wire.send(head).read().code()).isEqualTo(code);
    }
  }

  @Test
  void tellsAClientToCloseWhileDraining() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, "KRM-Function: gate"));
      gate.awaitCall();
      host.evaluator().drain();
      gate.open();
      ReceivedResponse response = wire.read();
      assertThat(response.code()).isEqualTo(200);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void answersAFreshConnectionThoughTheDoorCloses() throws Exception {
    var closing = Thread.ofVirtual().unstarted(host.door()::close);
    try (var fresh = host.connect();
        var used = host.connect()) {
      assertThat(used.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
      HttpTestHost.await(() -> host.connections() == 2);
      host.evaluator().drain();
      closing.start();
      assertThat(used.isAtEnd()).isTrue();
      assertThat(fresh.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(503);
      assertThat(fresh.isAtEnd()).isTrue();
    }
    closing.join();
  }

  /** A connection is refused or answered, and never reset. */
  @Test
  void answersEveryConnectionThatWasAcceptedBeforeTheDoorCloses() throws Exception {
    var door = host.door();
    host.evaluator().drain();
    List<RawConnection> wires = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      wires.add(host.connect().send(RawConnection.request(LIST, NOTHING)));
    }
    door.close();
    for (RawConnection wire : wires) {
      assertThat(wire.read().code()).isEqualTo(503);
      assertThat(wire.isAtEnd()).isTrue();
      wire.close();
    }
  }

  @Test
  void answersTheFirstOfManyThoughItEndsTheConnection() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    String more = RawConnection.request(LIST + "x: " + "clay ".repeat(400_000) + "\n", NOTHING);
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, "KRM-Function: gate", "Connection: close"));
      gate.awaitCall();
      Thread sender = Thread.startVirtualThread(() -> send(wire, more));
      gate.open();
      ReceivedResponse response = wire.read();
      assertThat(response.text()).isEqualTo(LIST);
      assertThat(wire.isAtEnd()).isTrue();
      sender.join();
    }
  }

  @Test
  void closesASilentConnection() throws Exception {
    host.with(idle(Duration.ofMillis(100)));
    try (var silent = host.connect()) {
      assertThat(silent.isAtEnd()).isTrue();
    }
    assertThat(host.door().calls()).isEmpty();
  }

  @Test
  void waitsOnlySoLongForTheNextRequest() throws Exception {
    host.with(idle(Duration.ofSeconds(1)));
    try (var wire = host.connect()) {
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
      assertThat(wire.isAtEnd()).isTrue();
    }
    assertThat(host.door().calls()).hasSize(1);
  }

  @Test
  void doesNotTakeACallForIdleness() throws Exception {
    KrmFunction slow =
        (in, _) -> {
          long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
          HttpTestHost.await(() -> System.nanoTime() > end);
          return in;
        };
    host.with(idle(Duration.ofSeconds(1))).with("slow", slow);
    try (var wire = host.connect()) {
      assertThat(wire.send(RawConnection.request(LIST, "KRM-Function: slow")).read().code())
          .isEqualTo(200);
    }
  }

  private static ConnectionLimits idle(Duration idle) {
    ConnectionLimits usual = ConnectionLimits.defaults();
    return new ConnectionLimits(
        usual.maxConnections(), idle, usual.bodyTimeout(), idle, usual.maxHeaderBytes(), 1);
  }

  @Test
  void turnsAwayMoreConnectionsThanItMayHave() throws Exception {
    ConnectionLimits usual = ConnectionLimits.defaults();
    host.with(
        new ConnectionLimits(
            3, usual.idleTimeout(), usual.bodyTimeout(), usual.writeTimeout(), 16 << 10, 1));
    List<RawConnection> wires = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      wires.add(host.connect().send(RawConnection.request(LIST, NOTHING)));
      assertThat(wires.get(i).read().code()).isEqualTo(200);
    }
    try (var fourth = host.connect()) {
      fourth.send(RawConnection.request(LIST + "x: " + "clay ".repeat(400_000), NOTHING));
      ReceivedResponse response = fourth.read().refusedWith(503, "ServiceUnavailable");
      assertThat(response.message()).contains("3 connections", "--max-connections");
      assertThat(response.header("retry-after")).isEqualTo("1");
      assertThat(fourth.isAtEnd()).isTrue();
    }
    wires.getFirst().close();
    HttpTestHost.await(() -> host.connections() < 3);
    try (var next = host.connect()) {
      assertThat(next.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
    }
    for (RawConnection wire : wires) {
      wire.close();
    }
  }

  @Test
  void turnsAwayOnlySoManyAtOnce() throws Exception {
    ConnectionLimits usual = ConnectionLimits.defaults();
    host.with(
        new ConnectionLimits(
            3, usual.idleTimeout(), usual.bodyTimeout(), usual.writeTimeout(), 16 << 10, 1));
    List<RawConnection> wires = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      wires.add(host.connect());
    }
    for (int i = 6; i < 20; i++) {
      wires.get(i).readByte(); // answered or not, it was looked at
    }
    assertThat(host.connections()).isLessThanOrEqualTo(6);
    for (RawConnection wire : wires) {
      wire.close();
    }
  }

  @Test
  void servesAUnixSocket(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("s");
    host.on("unix://" + path).door();
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(path));
      RawConnection wire = RawConnection.on(channel);
      for (int i = 0; i < 2; i++) {
        assertThat(wire.send(RawConnection.request(numbered(i), NOTHING)).read().text())
            .isEqualTo(numbered(i));
      }
      assertThat(wire.send("x\r\n\r\n").read().code()).isEqualTo(400);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }
}
