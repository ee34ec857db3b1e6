package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.server.calls.ConnectionLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow, gone, broken or up to no good. */
@Timeout(120)
class FaultsTest {
  private static final String NOTHING = "KRM-Function: nothing";

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  private static ConnectionLimits slowBody(Duration slow) {
    ConnectionLimits usual = ConnectionLimits.defaults();
    return new ConnectionLimits(4096, usual.idleTimeout(), slow, slow, usual.maxHeaderBytes(), 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST / HTT", "POST / HTTP/1.1\r\nHost: a\r\nContent-"})
  @DisplayName("408: slow body, or head")
  void slowHead(String part) throws Exception {
    host.with(slowBody(Duration.ofMillis(100)));
    try (var wire = host.connect()) {
      assertTooSlow(wire.send(part));
    }
  }

  @Test
  @DisplayName("408: slow body")
  void slowBody() throws Exception {
    host.with(slowBody(Duration.ofMillis(100)));
    String half = LIST.substring(0, LIST.length() / 2);
    try (var wire = host.connect()) {
      assertTooSlow(wire.send(RawConnection.head(LIST.length(), NOTHING) + half));
    }
    try (var wire = host.connect()) {
      assertTooSlow(wire.send(RawConnection.chunked(NOTHING) + "5\r\nkind:\r\n"));
    }
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING)).read();
      assertTooSlow(
          wire.send(RawConnection.head(LIST.length(), NOTHING, "Expect: 100-continue")), 100);
    }
    assertThat(host.door().calls()).hasSize(4);
  }

  @Test
  @DisplayName("408: a body that comes byte by byte is slow all the same")
  void drippingBody() throws Exception {
    host.with(slowBody(Duration.ofMillis(300)));
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(1 << 20, NOTHING));
      Thread drip = Thread.startVirtualThread(() -> drip(wire));
      assertTooSlow(wire);
      drip.join(); // the door hears it out only so long
    }
  }

  private static void drip(RawConnection wire) {
    try {
      while (true) {
        wire.send(" ");
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // closed, as it should be
    }
  }

  private static void assertTooSlow(RawConnection wire, int... before) throws IOException {
    for (int code : before) {
      assertThat(wire.read().code()).isEqualTo(code);
    }
    ReceivedResponse response = wire.read().refusedWith(408, "Timeout");
    assertThat(response.message()).contains("--body-timeout or KRM_FUNCTION_BODY_TIMEOUT");
    assertThat(response.header("connection")).isEqualTo("close");
    assertThat(wire.isAtEnd()).isTrue();
  }

  @Test
  @DisplayName("413: a client that is still sending gets it, and no reset instead")
  void answersAClientThatIsStillSending() throws Exception {
    host.with(Limits.defaults().withMaxMessageBytes(1 << 20));
    byte[] much = new byte[5 << 20];
    for (String head :
        List.of(
            RawConnection.head(much.length, NOTHING),
            RawConnection.chunked(NOTHING) + "500000\r\n")) {
      try (var wire = host.connect()) {
        wire.send(head).send(much);
        wire.read().refusedWith(413, "RequestEntityTooLarge");
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  @Test
  @DisplayName("415: a body of which there is much gets it, and no reset instead")
  void refusesAHeadWithMuchBehindIt() throws Exception {
    byte[] much = new byte[5 << 20];
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(much.length, "Content-Encoding: br")).send(much);
      wire.read().refusedWith(415, "UnsupportedMediaType");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void hearsOutAClientThatGoesOnSending() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(Integer.MAX_VALUE, "Content-Encoding: br"));
      wire.read().refusedWith(415, "UnsupportedMediaType");
      long end = System.nanoTime() + LingeringClose.LINGER.multipliedBy(5).dividedBy(4).toNanos();
      while (System.nanoTime() < end) {
        wire.send("clay");
      }
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  @DisplayName("431: header too large")
  void headerBombs() throws Exception {
    String big = "x".repeat(17 << 10);
    for (String head :
        List.of(
            "POST /" + big + " HTTP/1.1\r\nHost: a\r\n\r\n",
            RawConnection.head(0, "X: " + big),
            RawConnection.head(0, ("X: " + "x".repeat(1000) + "\r\n").repeat(20) + "Y: y"),
            RawConnection.head(0, "x:y\r\n".repeat(8000) + "Y: y"))) {
      try (var wire = host.connect()) {
        ReceivedResponse response = wire.send(head).read();
        response.refusedWith(431, "RequestHeaderFieldsTooLarge");
        assertThat(response.message())
            .contains("--max-header-bytes or KRM_FUNCTION_MAX_HEADER_BYTES");
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  @Test
  @DisplayName("431: trailers too large, and lines of chunks")
  void trailerBombs() throws Exception {
    String big = "x".repeat(17 << 10);
    for (String body : List.of("0\r\nX: " + big + "\r\n\r\n", "1;" + big + "\r\nx\r\n0\r\n\r\n")) {
      try (var wire = host.connect()) {
        ReceivedResponse response = wire.send(RawConnection.chunked(NOTHING) + body).read();
        response.refusedWith(431, "RequestHeaderFieldsTooLarge");
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5, 6",
        "Content-Length: -5",
        "Content-Length: +5",
        "Content-Length: 0x5",
        "Content-Length: 99999999999999999999",
        "Content-Length: five",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: identity\r\nContent-Length: 5",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\u000bchunked",
        "Content-Length : 5",
        "X: a\u0000b\r\nContent-Length: 5",
        "X\u0001: y\r\nContent-Length: 5",
        ": y\r\nContent-Length: 5",
        "no colon\r\nContent-Length: 5",
      })
  @DisplayName("400: what two readers could read in two ways ends the connection")
  void smuggling(String lines) throws Exception {
    try (var wire = host.connect()) {
      wire.send(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/yaml\r\nKRM-Function: nothing\r\n"
              + lines
              + "\r\n\r\n0\r\n\r\n"
              + "POST /smuggled HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
      assertThat(wire.read().code()).isEqualTo(400);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\nab\r\n0\r\n\r\n",
        "-1\r\nab\r\n0\r\n\r\n",
        "2\r\nabc\r\n0\r\n\r\n",
        "fffffffffffffffff\r\nab\r\n0\r\n\r\n",
        "\r\n\r\n",
        "0x2\r\nab\r\n0\r\n\r\n",
        "2\nab\n0\n\n",
      })
  @DisplayName("400: chunks that are none end the connection")
  void brokenChunks(String body) throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.chunked(NOTHING) + body + RawConnection.request(LIST, NOTHING));
      assertThat(wire.read().code()).isEqualTo(400);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n",
        "{\"kind\": \"ResourceList\"}\r\n\r\n",
        "POST\r\n\r\n",
        "POST / HTTP/1.1 x\r\nHost: a\r\n\r\n",
        "POST /\r\n\r\n",
        "POST / HTTP/9\r\nHost: a\r\n\r\n",
        "POST / ICAP/1.0\r\nHost: a\r\n\r\n",
      })
  @DisplayName("400: what is no request of HTTP/1.1")
  void garbage(String bytes) throws Exception {
    try (var wire = host.connect()) {
      assertThat(wire.send(bytes).read().refusedWith(400, "BadRequest").header("connection"))
          .isEqualTo("close");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1\r\n",
        "HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
        "HTTP/2.0\r\nHost: a\r\n",
        "HTTP/1.1\r\nHost: a b\r\n",
        "HTTP/1.1\r\nHost: a/b\r\n",
        "HTTP/1.1\r\nHost: a,b\r\nHost: c\r\n",
        "HTTP/1.1\r\nHost: me@a\r\n",
        "HTTP/1.1\r\nHost: a:80x\r\n",
        "HTTP/1.0\r\nHost: a\r\nHost: a\r\n",
        "HTTP/1.1\r\nHost: [::1\r\n"
      })
  @DisplayName("400: no host, two hosts, no valid host, another version")
  void badHead(String start) throws Exception {
    try (var wire = host.connect()) {
      wire.send(
          RawConnection.request(LIST, NOTHING).replaceFirst("HTTP/1.1\r\nHost: kiln\r\n", start));
      wire.read().refusedWith(400, "BadRequest");
    }
  }

  @Test
  void survivesRandomBytes() throws Exception {
    var random = new Random(7);
    for (int i = 0; i < 100; i++) {
      var bytes = new byte[random.nextInt(1, 3000)];
      random.nextBytes(bytes);
      try (var wire = host.connect()) {
        wire.send(bytes);
      }
      try (var wire = host.connect()) {
        int cut = random.nextInt(1, LIST.length());
        wire.send(RawConnection.request(LIST, NOTHING).substring(0, cut));
      }
    }
    assertThat(host.post("nothing", LIST).text()).isEqualTo(LIST);
  }

  @ParameterizedTest
  @CsvSource({
    "/%zz, 400, the path of the request cannot be read: ",
    "/functions/%, 400, the path of the request cannot be read: ",
    "/%00, 404, no path /",
    "//, 404, no path //",
    "/../, 404, no path /../",
    "*, 400, the path of the request cannot be read: ",
    "x?u=http://y/functions/nothing, 400, the path of the request cannot be read: ",
    "functions/nothing, 400, the path of the request cannot be read: ",
    "ftp://kiln/functions/nothing, 400, the path of the request cannot be read: ",
    "http:///functions/nothing, 400, the path of the request cannot be read: ",
    "http://me@kiln/functions/nothing, 400, the path of the request cannot be read: ",
    "http:/functions/nothing, 400, the path of the request cannot be read: ",
    "http://kiln/x, 404, no path /x",
    "/functions/%2e%2e, 404, no function",
  })
  @DisplayName("404: a path that is none")
  void oddPath(String path, int code, String message) throws Exception {
    try (var wire = host.connect()) {
      ReceivedResponse response =
          wire.send(RawConnection.request(LIST).replaceFirst("/", path)).read();
      assertThat(response.code()).isEqualTo(code);
      assertThat(response.message()).startsWith(message);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://kiln",
        "http://kiln/",
        "HTTPS://kiln:8080/functions/nothing",
        "http://[::1]:1?a=/b",
        "/?a=b",
        "/?u=http://y/functions/label"
      })
  void takesTheWholeAddressForAPath(String address) throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING).replaceFirst("/", address));
      assertThat(wire.read().code()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("500: an answer that cannot be made")
  void answersThoughTheAnswerCannotBeMade() throws Exception {
    var odd = Outcome.of(new Ending.Done());
    host.with(RegisteredFunction.of("two\nlines", List.of("odd"), (_, _) -> false, _ -> odd));
    ReceivedResponse response = host.post("", LIST, "KRM-Image", "odd");
    response.refusedWith(500, "InternalError");
    assertThat(calls()).hasSize(1).first().isInstanceOf(Ending.Fault.class);
  }

  @Test
  void interruptsTheFunctionOfAClientThatGoesAway() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, "KRM-Function: gate"));
      gate.awaitCall();
    }
    gate.awaitCancelled();
    HttpTestHost.await(() -> !calls().isEmpty());
    assertThat(calls()).containsExactly(new Ending.Cancelled());
  }

  @Test
  void forgetsTheCallInLineOfAClientThatGoesAway() throws Exception {
    var gate = new BlockingFunction();
    host.with(new Limits(1 << 20, 1 << 20, 1, 4, 10, 1, Duration.ofMinutes(5))).with("gate", gate);
    var first = host.postLater("gate", LIST);
    gate.awaitCall();
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING));
      HttpTestHost.await(() -> host.evaluator().load().queued() == 1);
    }
    HttpTestHost.await(() -> host.evaluator().load().queued() == 0);
    gate.open();
    assertThat(first.get().code()).isEqualTo(200);
  }

  private List<Ending> calls() {
    try {
      return host.door().calls().stream().map(call -> call.ending()).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void givesBackTheBytesOfAHalfSentBody() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.head(1000, NOTHING) + "kind: ");
      HttpTestHost.await(() -> host.evaluator().load().bytesInFlight() > 0);
    }
    HttpTestHost.await(() -> host.evaluator().load().bytesInFlight() == 0);
    assertThat(host.door().calls()).isEmpty();
  }

  @Test
  void keepsNobodyOutForBytesThatAreOnlyAnnounced() throws Exception {
    host.with(new Limits(1 << 20, (2 << 20) + 1000, 2, 4, 10, 1, Duration.ofMinutes(5)));
    List<RawConnection> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        silent.add(
            host.connect().send(RawConnection.head(1 << 20, NOTHING, "Expect: 100-continue")));
        assertThat(silent.get(i).read().code()).isEqualTo(100);
        silent.get(i).send("#");
      }
      assertThat(host.post("nothing", LIST).text()).isEqualTo(LIST);
      HttpTestHost.await(() -> host.evaluator().load().bytesInFlight() < 100);
    } finally {
      for (RawConnection wire : silent) {
        wire.close();
      }
    }
  }
}
