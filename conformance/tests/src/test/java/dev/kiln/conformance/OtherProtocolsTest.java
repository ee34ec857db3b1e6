package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.targets.ServerAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where something else is spoken, there is nothing to judge. */
class OtherProtocolsTest {
  private static final String PASSWORD = "password";

  @TempDir private static Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void saysThatTlsIsSpoken(String scheme) throws Exception {
    try (ServerSocket server =
        tls().getServerSocketFactory().createServerSocket(0, 5, loopback())) {
      assertRefused(server, "", scheme, "TLS is spoken there: the kit speaks no TLS; ");
    }
  }

  @Test
  void saysThatNoHttpIsSpoken() throws Exception {
    try (var server = new ServerSocket(0, 5, loopback())) {
      assertRefused(server, "SSH-2.0-Server\r\n\r\n", "http", "no HTTP: ");
    }
  }

  @Test
  void saysThatNoGrpcIsSpoken() throws Exception {
    try (var server = new ServerSocket(0, 5, loopback())) {
      assertRefused(server, "HTTP/1.1 400 Bad Request\r\n\r\n", "grpc", "no gRPC");
    }
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  /** The server greets whoever comes and hangs up. */
  private static void assertRefused(
      ServerSocket server, String greeting, String scheme, String message) {
    Thread.ofVirtual().start(() -> greet(server, greeting));
    var address = new InetSocketAddress(loopback(), server.getLocalPort());
    String target = scheme + "://" + ServerAddresses.text(address);

    JudgeRun judged = JudgeRun.of(target);

    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err()).startsWith("error: " + target + ": " + message);
  }

  private static void greet(ServerSocket server, String greeting) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getOutputStream().write(greeting.getBytes(UTF_8));
        socket.getInputStream().read(); // or what was not read takes back what was written
      } catch (IOException _) {
        // whoever came speaks something else
      }
    }
  }

  private static SSLContext tls() throws Exception {
    Path file = folder.resolve("keys");
    if (Files.notExists(file)) {
      String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
      var words =
          List.of(
              keytool,
              "-genkeypair",
              "-keyalg",
              "EC",
              "-dname",
              "CN=localhost",
              "-alias",
              "key",
              "-storepass",
              PASSWORD,
              "-keystore",
              file.toString());
      ExternalTools.run("keytool", words, Map.of());
    }
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
