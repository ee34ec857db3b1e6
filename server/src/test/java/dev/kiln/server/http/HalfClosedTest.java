package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clients that close their side of the connection behind their last request. */
@Timeout(120)
class HalfClosedTest {
  private static final String REQUEST = RawConnection.request(LIST, "KRM-Function: nothing");

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  @Test
  void answersAWholeRequest() throws Exception {
    for (int i = 0; i < 60; i++) {
      try (var wire = host.connect()) {
        wire.send(REQUEST).endOutput();
        assertThat(wire.read().code()).isEqualTo(200);
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  @Test
  void answersAllRequests() throws Exception {
    try (var wire = host.connect()) {
      wire.send(REQUEST + REQUEST + REQUEST).endOutput();
      for (int i = 0; i < 3; i++) {
        assertThat(wire.read().code()).isEqualTo(200);
      }
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void waitsForTheFunction() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    try (var wire = host.connect()) {
      wire.send(RawConnection.request(LIST, "KRM-Function: gate")).endOutput();
      gate.awaitCall();
      assertThat(wire.read().code()).as("is the client still there?").isEqualTo(100);
      gate.open();
      assertThat(lastCode(wire)).isEqualTo(200);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  private static int lastCode(RawConnection wire) throws IOException {
    int code = wire.read().code();
    return code == 100 ? lastCode(wire) : code;
  }

  @Test
  void sendsNoInterimResponseToHttp10() throws Exception {
    var gate = new BlockingFunction();
    host.with("gate", gate);
    try (var wire = host.connect()) {
      String request = RawConnection.request(LIST, "KRM-Function: gate");
      wire.send(request.replace("HTTP/1.1", "HTTP/1.0")).endOutput();
      gate.awaitCall();
      gate.open();
      assertThat(wire.read().code()).isEqualTo(200);
    }
  }

  @Test
  void doesNotWaitForTheRestOfARefusedRequestBehindAnother() throws Exception {
    String refused = RawConnection.head(LIST.length(), "Accept: a/b");
    try (var wire = host.connect()) {
      wire.send(REQUEST + refused + LIST.substring(1)).endOutput();
      assertThat(wire.read().code()).isEqualTo(200);
      assertThat(wire.read().code()).isEqualTo(406);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void closesAConnectionWithoutAWholeRequest() throws Exception {
    String half = REQUEST.substring(0, REQUEST.length() - 5);
    for (String start : new String[] {"", half}) {
      try (var wire = host.connect()) {
        wire.send(start).endOutput();
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
    HttpTestHost.await(() -> host.connections() == 0);
  }

  @Test
  void answersARefusal() throws Exception {
    try (var wire = host.connect()) {
      wire.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").endOutput();
      assertThat(wire.read().code()).isEqualTo(405);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void answersAWholeRequestOnAUnixSocket(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("s");
    host.on("unix://" + path).door();
    for (int i = 0; i < 60; i++) {
      try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
          var wire = RawConnection.on(channel)) {
        wire.send(REQUEST + REQUEST);
        channel.shutdownOutput();
        assertThat(wire.read().code()).isEqualTo(200);
        assertThat(wire.read().code()).isEqualTo(200);
        assertThat(wire.isAtEnd()).isTrue();
      }
    }
  }

  @Test
  void cancelsTheCallOfAClientThatIsGoneFromAUnixSocket(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("s");
    var gate = new BlockingFunction();
    host.with("gate", gate).on("unix://" + path).door();
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      RawConnection.on(channel).send(RawConnection.request(LIST, "KRM-Function: gate"));
      gate.awaitCall();
    }
    HttpTestHost.await(() -> host.connections() == 0);
    gate.open();
  }
}
