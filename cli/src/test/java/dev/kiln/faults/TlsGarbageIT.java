package dev.kiln.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Lists;
import dev.kiln.process.TlsFolder;
import io.grpc.Grpc;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Doors with TLS, and callers without. */
class TlsGarbageIT {
  @TempDir static Path folder;
  private static KeyStore keys;
  private static HostProcess host;

  @BeforeAll
  static void startHost() throws Exception {
    keys = TlsFolder.make(folder);
    // the time for a handshake too, which the first ones of a JVM need much of
    host = HostProcess.start("--tls-dir", folder.toString(), "--body-timeout", "10s");
  }

  @AfterAll
  static void endHost() {
    host.close();
  }

  @AfterEach
  void thoseWithTlsAreServed() throws Exception {
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trusted.getTrustManagers(), null);
    try (var client = HttpClient.newBuilder().sslContext(context).build()) {
      var request =
          HttpRequest.newBuilder(URI.create("https://" + host.address("http") + "/"))
              .header("Content-Type", "text/yaml")
              .POST(HttpRequest.BodyPublishers.ofString(Lists.LABEL));
      assertThat(client.send(request.build(), BodyHandlers.ofString()).body())
          .isEqualTo(Lists.LABELLED);
    }
    try (InputStream certificate = Files.newInputStream(folder.resolve("tls.crt"));
        var channel = channel(certificate)) {
      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
    host.awaitNothingInFlight();
    assertThat(host.err()).doesNotContain("Exception");
  }

  private static GrpcChannel channel(InputStream certificate) throws IOException {
    var credentials = TlsChannelCredentials.newBuilder().trustManager(certificate).build();
    return new GrpcChannel(Grpc.newChannelBuilder(host.address("grpc"), credentials).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void garbageEndsItsConnection(String door) throws Exception {
    var garbage = new byte[100_000];
    new Random(1).nextBytes(garbage);
    try (var caller = RawConnection.to(host.port(door))) {
      if (!caller.refuses(garbage)) {
        assertThat(caller.rest()).doesNotContain("HTTP/1.1 200");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void plainTextEndsItsConnection(String door) throws Exception {
    try (var caller = RawConnection.to(host.port(door))) {
      assertThat(caller.send(RawConnection.request(Lists.LABEL)).rest())
          .doesNotContain("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void aHandshakeThatStopsEndsItsConnection(String door) throws Exception {
    byte[] half = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000".getBytes(US_ASCII);
    try (var caller = RawConnection.to(host.port(door))) {
      assertThat(caller.send(half).rest()).doesNotContain("HTTP");
    }
  }
}
