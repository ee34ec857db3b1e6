package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.testkit.IssuedCertificate;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AdminAddressTest {
  private final AdminTestHost host = new AdminTestHost();

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void listensOnASocketOfTheFileSystem(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("s");
    try (AdminDoor door = open("unix://" + path, null);
        SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      assertThat(door.address()).isEqualTo("unix://" + path);
      client.write(ByteBuffer.wrap("GET /healthz HTTP/1.0\r\n\r\n".getBytes(UTF_8)));
      String answer = new String(Channels.newInputStream(client).readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok\n");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void speaksTlsIfItIsGivenSome() throws Exception {
    IssuedCertificate own = IssuedCertificate.by("server");
    SslContext tls =
        SslContextBuilder.forServer(own.key(), own.chain()).sslProvider(SslProvider.JDK).build();
    try (AdminDoor door = open("127.0.0.1:0", tls);
        HttpClient client =
            HttpClient.newBuilder().sslContext(IssuedCertificate.CA.trusting()).build()) {
      for (String path : new String[] {"/healthz", "/metrics", "/functions", "/healthz"}) {
        var request = HttpRequest.newBuilder(URI.create("https://" + door.address() + path));
        HttpResponse<String> answer =
            client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
      }
      int port = URI.create("https://" + door.address()).getPort();
      try (var plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
        plain.getOutputStream().write("GET /healthz HTTP/1.0\r\n\r\n".getBytes(UTF_8));
        String answer = new String(plain.getInputStream().readAllBytes(), UTF_8);
        assertThat(answer).doesNotContain("ok");
      }
    }
  }

  @Test
  void throwsWhatABindThrows() {
    assertThatThrownBy(() -> open(host.door.address(), null)).isInstanceOf(BindException.class);
  }

  private AdminDoor open(String address, @Nullable SslContext tls) {
    return host.open(
        ConnectionLimits.defaults(), Binding.of(Address.parse(address), Binding.SOCKET_MODE), tls);
  }
}
