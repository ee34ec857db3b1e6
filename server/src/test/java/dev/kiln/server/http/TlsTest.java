package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import dev.kiln.testkit.IssuedCertificate;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same door behind TLS, where its own handlers stand elsewhere and a connection ends anew. */
@Timeout(120)
class TlsTest {
  private static final String NOTHING = "KRM-Function: nothing";

  @RegisterExtension final HttpTestHost host = new HttpTestHost();
  private final SSLContext client = IssuedCertificate.CA.trusting();

  @BeforeEach
  void serveTls() throws Exception {
    IssuedCertificate own = IssuedCertificate.by("server");
    host.with(
        SslContextBuilder.forServer(own.key(), own.chain()).sslProvider(SslProvider.JDK).build());
  }

  private RawConnection connect(String... protocols) throws IOException {
    var socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", port());
    if (protocols.length > 0) {
      socket.setEnabledProtocols(protocols);
    }
    return RawConnection.over(socket);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void servesAndCloses(String protocol) throws Exception {
    try (var wire = connect(protocol)) {
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().text()).isEqualTo(LIST);
      wire.send(RawConnection.request(LIST, NOTHING, "Connection: close"));
      assertThat(wire.read().text()).isEqualTo(LIST);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  /** As TLS 1.3 allows; before, the end of one side was the end of both. */
  @Test
  void answersAClientThatClosedItsSide() throws Exception {
    for (int i = 0; i < 60; i++) {
      var socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", port());
      try (var wire = RawConnection.over(socket)) {
        wire.send(RawConnection.request(LIST, NOTHING)).endOutput();
        assertThat(wire.read().text()).isEqualTo(LIST);
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  private int port() throws IOException {
    return host.door().port();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void answersAClientThatIsStillSending(String protocol) throws Exception {
    byte[] much = new byte[5 << 20];
    new Random(7).nextBytes(much);
    try (var wire = connect(protocol)) {
      wire.send(RawConnection.head(much.length, "Content-Encoding: br")).send(much);
      wire.read().refusedWith(415, "UnsupportedMediaType");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void givesAndTakesMuch() throws Exception {
    String list = LIST + "much: |\n" + "  clay clay clay clay\n".repeat(50_000);
    try (var wire = connect()) {
      assertThat(wire.send(RawConnection.request(list, NOTHING)).read().text().equals(list))
          .isTrue();
    }
  }

  @Test
  @Timeout(8) // the library's own patience is longer
  void waitsForAHandshakeOnlySoLong() throws Exception {
    ConnectionLimits usual = ConnectionLimits.defaults();
    host.with(
        new ConnectionLimits(
            9, usual.idleTimeout(), Duration.ofMillis(100), usual.writeTimeout(), 16 << 10, 1));
    try (var silent = host.connect()) {
      assertThat(silent.isAtEnd()).isTrue();
    }
    assertThat(host.door().calls()).isEmpty();
  }

  @Test
  void survivesPlainTextAndGarbage() throws Exception {
    var random = new Random(7);
    for (int i = 0; i < 20; i++) {
      var bytes = new byte[random.nextInt(1, 500)];
      random.nextBytes(bytes);
      try (var wire = host.connect()) {
        wire.send(bytes);
      }
      try (var wire = host.connect()) {
        wire.send(RawConnection.request(LIST, NOTHING));
      }
    }
    try (var wire = connect()) {
      assertThat(wire.send(RawConnection.request(LIST, NOTHING)).read().text()).isEqualTo(LIST);
    }
    assertThat(host.door().calls()).hasSize(1);
  }

  @Test
  void countsAHandshakeThatFails() throws Exception {
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, NOTHING));
      HttpTestHost.await(() -> !refusals().isEmpty());
    }
    assertThat(refusals())
        .extracting(Refusal::reason)
        .containsExactly(Refusal.Reason.TLS_HANDSHAKE);
  }

  private List<Refusal> refusals() {
    return host.refusals();
  }

  /** Probes do so. */
  @Test
  void countsNoConnectionThatSaysNothing() throws Exception {
    host.connect().close();
    HttpTestHost.await(() -> host.connections() == 0);
    assertThat(refusals()).isEmpty();
  }
}
