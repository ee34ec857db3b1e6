package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.RemoteCalls.LIST;
import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static dev.kiln.runtime.remote.RemoteCalls.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class HttpConnectorTest {
  /** So often that some are gone before whoever waits for them wakes. */
  private static final int CONNECTIONS = 2000;

  @Test
  void aConnectionThatIsGoneAtOnceSaysSo() throws Exception {
    var pool = new HttpConnectionPool();
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> closeAll(server));
      var connector =
          new HttpConnector(
              RemoteAddress.tcp(Protocol.HTTP, "127.0.0.1", server.getLocalPort()),
              RemoteSettings.of(MOST),
              pool);
      for (int i = 0; i < CONNECTIONS; i++) {
        HttpClientConnection connection = connector.connect(SOON.toNanos());
        var exchange =
            new HttpClientExchange(
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
                LIST.getBytes(UTF_8));
        connection.send(exchange);
        assertThat(exchange.await(SOON.toNanos())).isInstanceOf(HttpClientExchange.End.Lost.class);
      }
    } finally {
      pool.close();
    }
  }

  private static void closeAll(ServerSocket server) {
    try {
      while (true) {
        server.accept().close();
      }
    } catch (IOException e) {
      // the test is over
    }
  }
}
