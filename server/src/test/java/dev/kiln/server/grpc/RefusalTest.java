package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.Refusal;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before it is a call, and limits of connections. */
@Timeout(120)
class RefusalTest {
  private static final String METHOD = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
  private static final int PROTOCOL_ERROR = 1;

  private static GrpcTestHost host(ConnectionLimits limits) {
    return GrpcTestHost.of(GrpcTestHost.LIMITS, limits, GrpcTestHost.nothing());
  }

  private static DefaultHttp2Headers request() {
    var headers = new DefaultHttp2Headers(false);
    headers.method("POST").scheme("http").path("/" + METHOD).authority("localhost");
    headers.add("content-type", "application/grpc").add("te", "trailers");
    return headers;
  }

  @ParameterizedTest
  @ValueSource(strings = {":method", ":scheme", ":path"})
  void aRequestWithoutWhatAllMustHaveIsAProtocolError(String name) throws Exception {
    for (boolean isLast : new boolean[] {false, true}) {
      try (GrpcTestHost host = host(ConnectionLimits.defaults());
          var client = RawClient.open(host)) {
        var headers = request();
        headers.remove(name);
        client.headers(1, headers, isLast);
        var answer = client.until(frame -> frame.stream() == 1);
        assertThat(answer.type()).isEqualTo(RawClient.RESET);
        assertThat(answer.payload()[3]).isEqualTo((byte) PROTOCOL_ERROR);
        assertThat(host.nextRefusal().reason()).isEqualTo(Refusal.Reason.MALFORMED);
        client.call(3, METHOD);
        client.data(3, RawClient.prefix(0), true);
        assertThat(client.trailers(3).get("grpc-status")).asString().isEqualTo("3"); // no list
      }
    }
  }

  @Test
  void anEmptyPathIsAProtocolError() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      client.headers(1, request().path(""), true);
      var answer = client.until(frame -> frame.stream() == 1);
      assertThat(answer.type()).isEqualTo(RawClient.RESET);
      assertThat(answer.payload()[3]).isEqualTo((byte) PROTOCOL_ERROR);
    }
  }

  @ParameterizedTest
  @CsvSource({
    ":path, /no.Such/Method, WRONG_PATH",
    ":path, elsewhere, WRONG_PATH",
    ":method, GET, WRONG_METHOD",
    "content-type, text/yaml, WRONG_CONTENT_TYPE"
  })
  void countsWhatIsNoCall(String name, String value, Refusal.Reason reason) throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      var headers = request();
      headers.set(name, value);
      client.headers(1, headers, false);
      Refusal refusal = host.nextRefusal();
      assertThat(refusal.reason()).isEqualTo(reason);
      assertThat(refusal.detail()).contains(value);
    }
  }

  @Test
  void countsWhatIsNotHttp2() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.connect(host)) {
      client.write(GrpcTestHost.bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
      assertThat(host.nextRefusal().reason()).isEqualTo(Refusal.Reason.MALFORMED);
    }
  }

  @Test
  void countsAConnectionOfBrokenFrames() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      client.frame(RawClient.DATA, 0, 0, new byte[1]); // of no stream
      Refusal refusal = host.nextRefusal();
      assertThat(refusal.reason()).isEqualTo(Refusal.Reason.MALFORMED);
      assertThat(refusal.detail()).contains("PROTOCOL_ERROR");
    }
  }

  @Test
  void countsAStreamOfBrokenHeaders() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      client.headers(1, request().add("Upper", "case"), false);
      assertThat(host.nextRefusal().reason()).isEqualTo(Refusal.Reason.MALFORMED);
    }
  }

  @Test
  void countsAFlood() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      for (int i = 0; i < 4; i++) {
        client.frame(RawClient.PING, 0, 0, new byte[8]);
      }
      assertThat(host.nextRefusal().reason()).isEqualTo(Refusal.Reason.FLOOD);
    }
  }

  @Test
  void aConnectionCarriesOnlySoManyCalls() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults().withPerClient(9, 2));
        var client = RawClient.open(host)) {
      for (int stream = 1; stream <= 5; stream += 2) {
        client.call(stream, METHOD);
      }
      assertThat(client.until(frame -> frame.type() == RawClient.RESET).stream()).isEqualTo(5);
      assertThat(host.nextRefusal().reason()).isEqualTo(Refusal.Reason.TOO_MANY_CALLS);
    }
  }

  @Test
  void oneAddressDoesNotTakeAllConnections() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults().withPerClient(1, 9));
        var first = RawClient.open(host);
        var second = RawClient.connect(host)) {
      second.awaitEnd();
      assertThat(host.nextRefusal().reason())
          .isEqualTo(Refusal.Reason.TOO_MANY_CONNECTIONS_OF_CLIENT);
      first.next(); // is still served
    }
  }

  @Test
  void aConnectionIsAskedToGoWhenItIsOldEnough() throws Exception {
    var limits = ConnectionLimits.defaults().withMaxAge(Duration.ofSeconds(1));
    try (GrpcTestHost host = host(limits);
        var client = RawClient.open(host)) {
      var asked = client.until(frame -> frame.type() == RawClient.GO_AWAY);
      assertThat(asked.payload()[7]).as("no error").isZero();
      client.awaitEnd();
    }
  }
}
