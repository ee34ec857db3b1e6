package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.testkit.IssuedCertificate;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes, and what becomes of connections when the files change. */
class TlsTest {
  private static final IssuedCertificate SERVER = IssuedCertificate.by("server");
  private static final IssuedCertificate NEXT = IssuedCertificate.by("next");
  private static final IssuedCertificate CLIENT = IssuedCertificate.by("client");
  private static final IssuedCertificate STRANGER = IssuedCertificate.selfSigned("stranger", "EC");

  private final List<String> reports = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  @TempDir Path folder;

  @BeforeEach
  void goodFiles() throws IOException {
    SERVER.writeTo(folder);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void acceptsProtocolsOfToday(String protocol) throws IOException {
    var server = listen(tls());
    try (SSLSocket socket = trusting().connect(server, protocol)) {
      assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
      assertThat(TlsClient.echo(socket)).isEqualTo("hello");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "RSASSA-PSS", "Ed25519"})
  void servesWithOtherKeys(String algorithm) throws IOException {
    IssuedCertificate issued =
        IssuedCertificate.selfSigned(algorithm.toLowerCase(Locale.ROOT), algorithm);
    issued.writeTo(folder);
    assertThat(TlsClient.trusting(issued).seen(listen(tls()))).isEqualTo(issued.own());
  }

  @Test
  void refusesTls11() throws IOException {
    var server = listen(tls());
    assertThat(answer(server, "0303")).startsWith("16"); // a handshake: TLS 1.2 goes on
    assertThat(answer(server, "0302")).matches("1503..0002" + "0246"); // fatal: protocol version
  }

  @Test
  void speaksHttp11ToAClientThatAlsoOffersHttp2() throws IOException {
    try (SSLSocket socket = trusting().connect(listen(tls()))) {
      assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
    }
  }

  @Test
  void servesGrpc() throws IOException {
    var server = listenForGrpc(tls());
    assertThat(health(server)).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void letsInAClientOfItsAuthority() throws IOException {
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    var server = listen(tls());
    try (SSLSocket socket = TlsClient.trusting(IssuedCertificate.CA, CLIENT).connect(server)) {
      assertThat(TlsClient.echo(socket)).isEqualTo("hello");
    }
  }

  @Test
  void refusesAClientOfAnotherAuthority() throws IOException {
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    assertTurnsAway(TlsClient.trusting(IssuedCertificate.CA, STRANGER), listen(tls()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void refusesAClientWithoutCertificate(String protocol) throws IOException {
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    assertTurnsAway(trusting(), listen(tls()), protocol);
  }

  @Test
  void keepsConnectionsWhenTheCertificateIsReplaced() throws IOException {
    var tls = tls();
    var server = listen(tls);
    try (SSLSocket early = trusting().connect(server)) {
      NEXT.writeTo(folder);
      lookTwice(tls);
      assertThat(TlsClient.echo(early)).isEqualTo("hello");
      assertThat(early.getSession().getPeerCertificates()[0]).isEqualTo(SERVER.own());
      assertThat(trusting().seen(server)).isEqualTo(NEXT.own());
    }
    assertThat(reports).containsExactly("TLS: now using CN=next until " + end(NEXT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesNoSessionOfTheOldCertificate(String protocol) throws IOException {
    var tls = tls();
    var server = listen(tls);
    TlsClient client = trusting();
    assertThat(peer(client, server, protocol)).isEqualTo(SERVER.own());
    NEXT.writeTo(folder);
    lookTwice(tls);
    assertThat(peer(client, server, protocol)).isEqualTo(NEXT.own());
  }

  @Test
  void exchangesTheCertificateOfGrpcToo() throws IOException {
    var tls = tls();
    var server = listenForGrpc(tls);
    NEXT.writeTo(folder);
    lookTwice(tls);
    assertThat(trusting().seen(server)).isEqualTo(NEXT.own());
    assertThat(health(server)).isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void keepsTheOldCertificateIfTheNewOneIsBroken() throws IOException {
    var tls = tls();
    var server = listen(tls);
    Files.writeString(folder.resolve("tls.key"), NEXT.keyPem());
    lookTwice(tls);
    lookTwice(tls);
    assertThat(trusting().seen(server)).isEqualTo(SERVER.own());
    assertThat(reports)
        .containsExactly(
            "TLS: %s/tls.key: the key does not belong to the first certificate of tls.crt,"
                    .formatted(folder)
                + " CN=server; still using CN=server until "
                + end(SERVER));
  }

  @Test
  void takesTheNextGoodOneAfterABrokenOne() throws IOException {
    var tls = tls();
    Files.delete(folder.resolve("tls.crt"));
    lookTwice(tls);
    NEXT.writeTo(folder);
    lookTwice(tls);
    assertThat(reports)
        .containsExactly(
            "TLS: %s/tls.crt: no such file; still using CN=server until %s"
                .formatted(folder, end(SERVER)),
            "TLS: now using CN=next until " + end(NEXT));
  }

  @Test
  void waitsUntilCertificateAndKeyAreBothWritten() throws IOException {
    var tls = tls();
    Files.writeString(folder.resolve("tls.crt"), NEXT.chainPem());
    tls.reloadIfChanged();
    Files.writeString(folder.resolve("tls.key"), NEXT.keyPem());
    lookTwice(tls);
    assertThat(reports).containsExactly("TLS: now using CN=next until " + end(NEXT));
  }

  @Test
  void saysNothingOfFilesThatSayTheSame() throws IOException {
    var tls = tls();
    SERVER.writeTo(folder);
    lookTwice(tls);
    assertThat(reports).isEmpty();
  }

  @Test
  void followsALinkThatIsMoved() throws IOException {
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    SERVER.writeTo(Files.createDirectory(mounted.resolve("..1")));
    NEXT.writeTo(Files.createDirectory(mounted.resolve("..2")));
    Path data = mounted.resolve("..data");
    Files.createSymbolicLink(data, Path.of("..1"));
    Files.createSymbolicLink(mounted.resolve("tls.crt"), Path.of("..data/tls.crt"));
    Files.createSymbolicLink(mounted.resolve("tls.key"), Path.of("..data/tls.key"));
    var tls = Tls.unwatched(mounted, reports::add);
    Path moved = Files.createSymbolicLink(mounted.resolve("..tmp"), Path.of("..2"));
    Files.move(moved, data, StandardCopyOption.ATOMIC_MOVE);
    lookTwice(tls);
    assertThat(trusting().seen(listen(tls))).isEqualTo(NEXT.own());
  }

  @Test
  void warnsOfAnExpiredReplacementAndTakesIt() throws IOException {
    var tls = tls();
    IssuedCertificate.expired().writeTo(folder);
    lookTwice(tls);
    assertThat(reports)
        .containsExactly(
            "TLS: now using CN=expired until " + end(IssuedCertificate.expired()),
            "TLS: %s/tls.crt: expired at %s, clients will refuse it"
                .formatted(folder, end(IssuedCertificate.expired())));
  }

  @Test
  void tellsWhenCertificatesExpireAlsoAfterTheyAreReplaced() throws IOException {
    var tls = tls();
    assertThat(tls.certificateExpiry()).contains(SERVER.own().getNotAfter().toInstant());
    assertThat(tls.clientAuthorityExpiry()).isEmpty();
    IssuedCertificate.expired().writeTo(folder);
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    lookTwice(tls);
    assertThat(tls.certificateExpiry())
        .contains(IssuedCertificate.expired().own().getNotAfter().toInstant());
    assertThat(tls.clientAuthorityExpiry())
        .contains(IssuedCertificate.CA.own().getNotAfter().toInstant());
  }

  @Test
  void asksClientsOnceThereIsAnAuthority() throws IOException {
    var tls = tls();
    var server = listen(tls);
    TlsClient known = trusting();
    assertThat(known.seen(server)).isEqualTo(SERVER.own());
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    lookTwice(tls);
    assertTurnsAway(known, server);
    assertThat(reports)
        .containsExactly(
            "TLS: now using CN=server until %s, clients need a certificate".formatted(end(SERVER)));
  }

  @Test
  void goesOnAskingClientsWhenTheAuthorityIsGone() throws IOException {
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    var tls = tls();
    var server = listen(tls);
    Files.delete(folder.resolve("ca.crt"));
    lookTwice(tls);
    assertTurnsAway(trusting(), server);
    assertThat(reports)
        .containsExactly(
            ("TLS: %s/ca.crt: gone, and only a restart lets in clients without certificate;"
                    + " still using CN=server until %s, clients need a certificate")
                .formatted(folder, end(SERVER)));
  }

  @Test
  void looksByItself() throws IOException, InterruptedException {
    var told = new LinkedBlockingQueue<String>();
    try (var _ = Tls.of(folder, told::add)) {
      NEXT.writeTo(folder);
      assertThat(told.poll(30, TimeUnit.SECONDS)).startsWith("TLS: now using CN=next");
    }
  }

  private Tls tls() {
    return Tls.unwatched(folder, reports::add);
  }

  private static void lookTwice(Tls tls) {
    tls.reloadIfChanged();
    tls.reloadIfChanged();
  }

  private InetSocketAddress listen(Tls tls) {
    var listener = TestListener.echoing(tls.http());
    open.add(listener);
    return (InetSocketAddress) listener.bound();
  }

  private InetSocketAddress listenForGrpc(Tls tls) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress("localhost", 0))
            .sslContext(tls.grpc())
            .addService(new HealthStatusManager().getHealthService())
            .build()
            .start();
    open.add(server::shutdownNow);
    return (InetSocketAddress) server.getListenSockets().getFirst();
  }

  private static ServingStatus health(InetSocketAddress server) throws IOException {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", server.getPort())
            .sslContext(
                GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                    .trustManager(IssuedCertificate.CA.own())
                    .build())
            .build();
    try {
      return HealthGrpc.newBlockingStub(channel)
          .withDeadlineAfter(30, TimeUnit.SECONDS)
          .check(HealthCheckRequest.getDefaultInstance())
          .getStatus();
    } finally {
      channel.shutdownNow();
    }
  }

  private static TlsClient trusting() {
    return TlsClient.trusting(IssuedCertificate.CA);
  }

  private static Certificate peer(TlsClient client, InetSocketAddress server, String protocol)
      throws IOException {
    try (SSLSocket socket = client.connect(server, protocol)) {
      assertThat(TlsClient.echo(socket)).isEqualTo("hello"); // by now it has what it can resume
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  /** In TLS 1.3 the client is done before the server has judged it, and learns it from a read. */
  private static void assertTurnsAway(
      TlsClient client, InetSocketAddress server, String... protocol) {
    assertThatThrownBy(
            () -> {
              try (SSLSocket socket = client.connect(server, protocol)) {
                assertThat(socket.getInputStream().read()).isNotNegative();
              }
            })
        .isInstanceOfAny(SSLException.class, SocketException.class); // no SocketTimeoutException
  }

  private static String end(IssuedCertificate issued) {
    return issued.own().getNotAfter().toInstant().toString();
  }

  /** The first seven bytes that a server answers to a client of one version, which JDKs are not. */
  private static String answer(InetSocketAddress server, String version) throws IOException {
    String extensions =
        "000a0006" + "0004" + "00170018" + "000b00020100" + "000d0006" + "0004" + "04030503";
    String ciphers = "c02b" + "c009";
    String hello = version + "11".repeat(32) + "00" + sized(ciphers) + "0100" + sized(extensions);
    String handshake = "0100" + sized(hello);
    byte[] bytes = HexFormat.of().parseHex("160301" + sized(handshake));
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
      socket.getOutputStream().write(bytes);
      return HexFormat.of().formatHex(socket.getInputStream().readNBytes(7));
    }
  }

  private static String sized(String hex) {
    return "%04x".formatted(hex.length() / 2) + hex;
  }
}
