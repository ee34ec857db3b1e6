package dev.kiln.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.server.calls.ConnectionLimits;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AdminAddressTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir Path dir;
  private final AdminTestHost host = new AdminTestHost();

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void listensOnASocketOfTheFileSystem() throws IOException {
    Path path = Files.createTempDirectory("k").resolve("s");
    try (AdminDoor door = open("unix://" + path, null);
        SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      assertThat(door.address()).isEqualTo("unix://" + path);
      client.write(ByteBuffer.wrap("GET /healthz HTTP/1.0\r\n\r\n".getBytes(UTF_8)));
      String answer = new String(Channels.newInputStream(client).readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok\n");
    }
    assertThat(path).doesNotExist();
    Files.delete(path.getParent());
  }

  @Test
  void speaksTlsIfItIsGivenSome() throws Exception {
    KeyStore store = keyStore();
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, PASSWORD);
    SslContext tls = SslContextBuilder.forServer(keys).sslProvider(SslProvider.JDK).build();
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
    try (AdminDoor door = open("127.0.0.1:0", tls);
        HttpClient client = HttpClient.newBuilder().sslContext(trusting).build()) {
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

  private KeyStore keyStore() throws Exception {
    Path file = dir.resolve("keys.p12");
    int code =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "own",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    assertThat(code).isZero();
    return KeyStore.getInstance(file.toFile(), PASSWORD);
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
