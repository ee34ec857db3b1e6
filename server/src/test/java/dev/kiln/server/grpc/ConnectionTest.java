package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.StuckCallListener;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the door bears from connections. */
class ConnectionTest {
  private static final String METHOD = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int REFUSED_STREAM = 7;
  private static final Duration LONG = Duration.ofMinutes(5);

  private static GrpcTestHost host(ConnectionLimits limits) {
    return GrpcTestHost.of(GrpcTestHost.LIMITS, limits, GrpcTestHost.nothing());
  }

  private static void assertServes(GrpcTestHost host) {
    assertThat(host.evaluate("nothing", GrpcTestHost.LIST).getFunction()).isEqualTo("nothing");
  }

  @Test
  void oneConnectionTooManyIsClosed() throws Exception {
    try (GrpcTestHost host = host(new ConnectionLimits(2, LONG, LONG, LONG, 16 << 10, 200));
        var first = RawClient.open(host);
        var second = RawClient.open(host);
        var third = RawClient.connect(host)) {
      third.awaitEnd();
      assertThat(host.door.connections()).isEqualTo(2);
      second.next(); // is still served
      first.socket.close();
      GrpcTestHost.until(() -> serves(host));
    }
  }

  private static boolean serves(GrpcTestHost host) {
    try (var client = RawClient.open(host)) {
      return client.next().type() == RawClient.SETTINGS;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aConnectionWithoutCallsIsClosed() throws Exception {
    try (GrpcTestHost host =
            host(
                new ConnectionLimits(
                    9, Duration.ofSeconds(1), LONG, Duration.ofSeconds(1), 16 << 10, 200));
        var client = RawClient.open(host)) {
      client.until(frame -> frame.type() == RawClient.GO_AWAY);
      client.awaitEnd();
    }
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() throws Exception {
    try (GrpcTestHost host =
            host(
                new ConnectionLimits(
                    9, Duration.ofSeconds(1), LONG, Duration.ofSeconds(1), 16 << 10, 200));
        var client = RawClient.connect(host)) {
      client.awaitEnd();
    }
  }

  @Test
  void garbageEndsItsConnectionOnly() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.connect(host)) {
      client.write(GrpcTestHost.bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
      client.awaitEnd();
      assertServes(host);
    }
  }

  /** Names once and refers to it a thousand times: few bytes on the wire, many to hold. */
  @Test
  void aHeaderBombIsRefused() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      var headers = new String[2000];
      for (int i = 0; i < headers.length; i += 2) {
        headers[i] = "x-big";
        headers[i + 1] = "y".repeat(3000);
      }
      client.call(1, METHOD, headers);
      var answer = client.until(frame -> frame.stream() == 1 || frame.type() == RawClient.GO_AWAY);
      if (answer.type() == RawClient.HEADERS) {
        assertThat(client.headers(answer).status()).asString().isEqualTo("431");
      }
      assertThat(host.evaluator.load().bytesInFlight()).isZero();
      assertServes(host);
    }
  }

  @Test
  void metadataUpToTheLimitAreTaken() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      client.call(1, METHOD, "x-large", "y".repeat(15_000));
      client.data(1, RawClient.prefix(0), true);
      assertThat(client.trailers(1).get("grpc-status")).asString().isEqualTo("3"); // no list
    }
  }

  @Test
  void aFloodOfResetsEndsTheConnection() throws Exception {
    try (GrpcTestHost host = host(new ConnectionLimits(9, LONG, LONG, LONG, 16 << 10, 20));
        var client = RawClient.open(host)) {
      flood(client);
      var end = client.until(frame -> frame.type() == RawClient.GO_AWAY);
      assertThat(end.payload()[7]).isEqualTo((byte) ENHANCE_YOUR_CALM);
      client.awaitEnd();
      assertServes(host);
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  private static void flood(RawClient client) throws Exception {
    try {
      for (int stream = 1; stream < 60; stream += 2) {
        client.call(stream, METHOD);
        client.reset(stream);
      }
    } catch (SocketException e) {
      // closed before the last of them: what was said can still be read
    }
  }

  @Test
  void aCallerThatDoesNotReadItsAnswerLosesIt() throws Exception {
    byte[] message = GrpcTestHost.request("nothing", GrpcTestHost.LIST).toByteArray();
    try (GrpcTestHost host =
            host(
                new ConnectionLimits(
                    9, Duration.ofSeconds(1), LONG, Duration.ofSeconds(1), 16 << 10, 200));
        var client = RawClient.open(host)) {
      client.frame(RawClient.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // send me no data
      client.call(1, METHOD);
      client.data(1, RawClient.prefix(message.length), false);
      client.data(1, message, true);
      assertThat(host.next().status()).isEqualTo("OK"); // as far as we are concerned
      client.until(frame -> frame.type() == RawClient.RESET && frame.stream() == 1);
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
      assertThat(host.door.awaitEnd(GrpcTestHost.SOON)).isTrue();
    }
  }

  @Test
  void pingsAllTheTimeEndTheConnection() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      for (int i = 0; i < 4; i++) {
        client.frame(RawClient.PING, 0, 0, new byte[8]);
      }
      var end = client.until(frame -> frame.type() == RawClient.GO_AWAY);
      assertThat(end.payload()[7]).isEqualTo((byte) ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void oneConnectionHasSoManyCallsAtOnce() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults());
        var client = RawClient.open(host)) {
      client.until(frame -> frame.type() == RawClient.SETTINGS); // ours is acknowledged with it
      for (int stream = 1; stream <= 2 * 128 + 1; stream += 2) {
        client.call(stream, METHOD);
      }
      var refused = client.until(frame -> frame.type() == RawClient.RESET);
      assertThat(refused.stream()).isEqualTo(2 * 128 + 1);
      assertThat(refused.payload()[3]).isEqualTo((byte) REFUSED_STREAM);
    }
  }

  @Test
  void aClientWithMoreCallsThanThatIsServed() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults())) {
      var calls = new ArrayList<ListenableFuture<EvaluateResponse>>();
      for (int i = 0; i < 500; i++) {
        calls.add(
            FunctionServiceGrpc.newFutureStub(host.channel)
                .withDeadlineAfter(GrpcTestHost.SOON)
                .evaluate(GrpcTestHost.request("nothing", GrpcTestHost.LIST)));
      }
      assertThat(Futures.allAsList(calls).get()).hasSize(500);
    }
  }

  @Test
  void aThousandConnectionsAtOnceAreServed() throws Exception {
    byte[] message = GrpcTestHost.request("nothing", GrpcTestHost.LIST).toByteArray();
    var clients = new ArrayList<RawClient>();
    try (GrpcTestHost host = host(ConnectionLimits.defaults())) {
      for (int i = 0; i < 1000; i++) {
        RawClient client = RawClient.open(host);
        clients.add(client);
        client.call(1, METHOD);
        client.data(1, RawClient.prefix(message.length), false);
      }
      for (RawClient client : clients) {
        client.data(1, message, true);
      }
      for (RawClient client : clients) {
        assertThat(client.trailers(1).get("grpc-status")).asString().isEqualTo("0");
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void anAddressThatIsTakenIsSaidAndLeavesNothing() throws Exception {
    try (GrpcTestHost host = host(ConnectionLimits.defaults())) {
      Binding taken = Binding.of(Address.parse(host.door.address()), Binding.SOCKET_MODE);
      var setup =
          new DoorSetup(
              taken,
              null,
              host.evaluator,
              Callers.ANYONE,
              _ -> {},
              _ -> {},
              ConnectionLimits.defaults(),
              new Clients(),
              OpenGrpcDoor.LOOPS,
              _ -> {});
      assertThatThrownBy(() -> GrpcDoor.open(setup, true))
          .isInstanceOf(IOException.class)
          .satisfies(
              e ->
                  assertThat(Binding.why(e, Address.parse(host.door.address())))
                      .contains("in use"));
      assertServes(host);
    }
  }

  @Test
  void aSocketInTheFileSystemIsServed(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("s");
    var runners = new FunctionRegistry(List.of(GrpcTestHost.nothing()));
    try (var evaluator = new Evaluator(runners, Limits.defaults(), StuckCallListener.IGNORE);
        var door =
            GrpcDoor.open(
                new DoorSetup(
                    Binding.of(Address.parse("unix://" + socket), Binding.SOCKET_MODE),
                    null,
                    evaluator,
                    Callers.ANYONE,
                    _ -> {},
                    _ -> {},
                    ConnectionLimits.defaults(),
                    new Clients(),
                    OpenGrpcDoor.LOOPS,
                    _ -> {}),
                true)) {
      assertThat(door.address()).isEqualTo("unix://" + socket);
      ManagedChannel channel =
          NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
              .channelType(NioDomainSocketChannel.class)
              .eventLoopGroup(OpenGrpcDoor.LOOPS)
              .usePlaintext()
              .overrideAuthority("localhost")
              .build();
      var answer =
          FunctionServiceGrpc.newBlockingStub(channel)
              .withDeadlineAfter(GrpcTestHost.SOON)
              .evaluate(GrpcTestHost.request("nothing", GrpcTestHost.LIST));
      assertThat(answer.getResourceList().toStringUtf8()).isEqualTo(GrpcTestHost.LIST);
      channel.shutdownNow();
    }
    assertThat(socket).doesNotExist();
  }
}
