package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.net.Tls;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc.FunctionServiceBlockingStub;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.testkit.IssuedCertificate;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gRPC door behind TLS. */
class GrpcOverTlsTest {
  private static final String LIST = "kind: ResourceList\nitems: []\n";
  private static final Duration HASTE = Duration.ofSeconds(1);

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  @TempDir private Path folder;
  private Tls tls;
  private Evaluator evaluator;
  private GrpcDoor door;

  @BeforeEach
  void certify() throws Exception {
    IssuedCertificate.by("server").writeTo(folder);
    tls = Tls.of(folder, _ -> {});
    RegisteredFunction same =
        RegisteredFunction.of(
            "same",
            List.of(),
            (_, _) -> true,
            in -> Outcome.of(new Ending.Done(), in.list(), List.of()));
    evaluator =
        new Evaluator(
            new FunctionRegistry(List.of(same)), Limits.defaults().withMaxMessageBytes(1 << 20));
    open(ConnectionLimits.defaults());
  }

  private void open(ConnectionLimits limits) throws IOException {
    door =
        GrpcDoor.open(
            new DoorSetup(
                Binding.of(Address.parse("localhost:0"), Binding.SOCKET_MODE),
                tls.grpc(),
                evaluator,
                Callers.ANYONE,
                _ -> {},
                _ -> {},
                limits,
                new Clients(),
                loops,
                _ -> {}),
            true);
  }

  @AfterEach
  void close() {
    door.close();
    evaluator.close();
    tls.close();
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  @Test
  void answersAndRefusesAsWithoutTls() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", port())
            .sslContext(
                GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                    .trustManager(IssuedCertificate.CA.own())
                    .build())
            .build();
    try {
      var functions = FunctionServiceGrpc.newBlockingStub(channel);
      assertThat(evaluate(functions, LIST)).isEqualTo(LIST);
      assertThatThrownBy(() -> evaluate(functions, LIST + "#".repeat(8 << 20)))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageStartingWith("RESOURCE_EXHAUSTED: ");
      assertThat(evaluate(functions, LIST)).isEqualTo(LIST);
    } finally {
      channel.shutdownNow();
    }
  }

  private static String evaluate(FunctionServiceBlockingStub functions, String list) {
    var request =
        EvaluateRequest.newBuilder()
            .setFunction("same")
            .setResourceList(ByteString.copyFromUtf8(list))
            .build();
    return functions
        .withDeadlineAfter(30, TimeUnit.SECONDS)
        .evaluate(request)
        .getResourceList()
        .toStringUtf8();
  }

  @Test
  void aHandshakeThatDoesNotComeIsNotAwaited() throws Exception {
    var usual = ConnectionLimits.defaults();
    door.close();
    open(
        new ConnectionLimits(
            usual.maxConnections(),
            usual.idleTimeout(),
            HASTE,
            usual.writeTimeout(),
            usual.maxHeaderBytes(),
            usual.maxResets()));
    try (var silent = new Socket(InetAddress.getByName("localhost"), port())) {
      silent.setSoTimeout(30_000);
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }

  private int port() {
    return Integer.parseInt(door.address().substring(door.address().lastIndexOf(':') + 1));
  }
}
