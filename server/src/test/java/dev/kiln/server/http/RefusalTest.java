package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before it is a call, and limits of connections. */
@Timeout(120)
class RefusalTest {
  private static final String NOTHING = "KRM-Function: nothing";

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, Host: a, WRONG_METHOD",
    "POST /elsewhere HTTP/1.1, Host: a, WRONG_PATH",
    "POST * HTTP/1.1, Host: a, MALFORMED",
    "POST / HTTP/1.1, X: a, MALFORMED",
    "nonsense, X: a, MALFORMED",
    "POST / HTTP/1.1, LARGE: a, HEADERS_TOO_LARGE"
  })
  void countsWhatIsNoCall(String first, String header, Refusal.Reason reason) throws Exception {
    String filled = header.startsWith("LARGE") ? "X: " + "a".repeat(20_000) : header;
    try (var wire = host.connect()) {
      wire.send(first + "\r\n" + filled + "\r\nContent-Length: 0\r\n\r\n").read();
    }
    assertThat(host.door().refusals()).extracting(Refusal::reason).containsExactly(reason);
    assertThat(host.door().refusals().getFirst().client()).isEqualTo("127.0.0.1");
    assertThat(host.door().calls()).isEmpty();
  }

  @Test
  void countsABodyThatIsMalformedAsBoth() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.chunked(NOTHING) + "no size\r\n").read();
    }
    assertThat(host.door().refusals())
        .extracting(Refusal::reason)
        .containsExactly(Refusal.Reason.MALFORMED);
    assertThat(host.door().calls()).hasSize(1);
  }

  @Test
  void oneAddressDoesNotTakeAllConnections() throws Exception {
    host.with(ConnectionLimits.defaults().withPerClient(1, 1));
    try (var first = host.connect()) {
      assertThat(first.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
      try (var second = host.connect()) {
        assertThat(second.read().refusedWith(503, "ServiceUnavailable").message())
            .contains("1 connections from this address", "--max-connections-per-client");
      }
    }
    assertThat(host.door().refusals())
        .extracting(Refusal::reason)
        .containsExactly(Refusal.Reason.TOO_MANY_CONNECTIONS_OF_CLIENT);
    HttpTestHost.await(() -> host.connections() == 0);
    try (var next = host.connect()) {
      assertThat(next.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
    }
  }

  @Test
  void aConnectionEndsWithTheNextAnswerWhenItIsOldEnough() throws Exception {
    host.with(ConnectionLimits.defaults().withMaxAge(Duration.ofNanos(1)));
    try (var wire = host.connect()) {
      ReceivedResponse answer = wire.send(RawConnection.request(LIST, NOTHING)).read();
      assertThat(answer.code()).isEqualTo(200);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void aConnectionThatIsNotOldEnoughGoesOn() throws Exception {
    host.with(ConnectionLimits.defaults().withMaxAge(Duration.ofHours(1)));
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING)).read();
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().code()).isEqualTo(200);
    }
  }
}
