package dev.kiln.server.remote;

import dev.kiln.net.Address;
import dev.kiln.net.Binding;
import dev.kiln.net.ClientTlsFiles;
import dev.kiln.net.Tls;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.remote.Protocol;
import dev.kiln.runtime.remote.RemoteAddress;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.calls.Clients;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.grpc.GrpcDoor;
import dev.kiln.server.http.HttpDoor;
import dev.kiln.testkit.IssuedCertificate;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The ways to a host. */
enum Transport {
  HTTP(Protocol.HTTP, false, false),
  HTTP_OVER_TLS(Protocol.HTTP, true, false),
  HTTP_AT_A_SOCKET(Protocol.HTTP, false, true),
  GRPC(Protocol.GRPC, false, false),
  GRPC_OVER_TLS(Protocol.GRPC, true, false),
  GRPC_AT_A_SOCKET(Protocol.GRPC, false, true);

  private static final EventLoopGroup LOOPS =
      new MultiThreadIoEventLoopGroup(
          2, Thread.ofPlatform().daemon().name("loop-", 1).factory(), NioIoHandler.newFactory());

  private final Protocol protocol;
  private final boolean tls;
  private final boolean unix;

  Transport(Protocol protocol, boolean tls, boolean unix) {
    this.protocol = protocol;
    this.tls = tls;
    this.unix = unix;
  }

  /** Certificates for both sides, each asking the other for one. */
  static void certify(Path folder) throws IOException {
    IssuedCertificate.by("server").writeTo(folder);
    Files.writeString(folder.resolve("ca.crt"), IssuedCertificate.CA.chainPem());
    Files.writeString(folder.resolve("client.crt"), IssuedCertificate.by("client").chainPem());
    Files.writeString(folder.resolve("client.key"), IssuedCertificate.by("client").keyPem());
  }

  static ClientTlsFiles client(Path folder) {
    return new ClientTlsFiles(
        folder.resolve("ca.crt"), folder.resolve("client.crt"), folder.resolve("client.key"));
  }

  /** A door that is open, what closes it, and where it is. */
  record Open(RemoteAddress address, Runnable door, @Nullable Tls tls) implements AutoCloseable {
    @Override
    public void close() {
      door.run();
      if (tls != null) {
        tls.close();
      }
    }
  }

  Open open(Evaluator evaluator, Path folder) throws IOException {
    Tls certified = tls ? Tls.of(folder, _ -> {}) : null;
    String wanted = unix ? "unix://" + folder.resolve("s") : "localhost:0";
    Binding binding = Binding.of(Address.parse(wanted), Binding.SOCKET_MODE);
    var limits = ConnectionLimits.defaults();
    return switch (protocol) {
      case HTTP -> {
        SslContext context = certified == null ? null : certified.http();
        HttpDoor door =
            HttpDoor.open(
                new DoorSetup(
                    binding,
                    context,
                    evaluator,
                    Callers.ANYONE,
                    _ -> {},
                    _ -> {},
                    limits,
                    new Clients(),
                    LOOPS,
                    _ -> {}));
        yield new Open(address(door.address()), door::close, certified);
      }
      case GRPC -> {
        SslContext context = certified == null ? null : certified.grpc();
        GrpcDoor door =
            GrpcDoor.open(
                new DoorSetup(
                    binding,
                    context,
                    evaluator,
                    Callers.ANYONE,
                    _ -> {},
                    _ -> {},
                    limits,
                    new Clients(),
                    LOOPS,
                    _ -> {}),
                true);
        yield new Open(address(door.address()), door::close, certified);
      }
    };
  }

  private RemoteAddress address(String bound) {
    if (unix) {
      return RemoteAddress.parse(protocol.name().toLowerCase(Locale.ROOT) + "+" + bound);
    }
    int port = Integer.parseInt(bound.substring(bound.lastIndexOf(':') + 1));
    return new RemoteAddress(protocol, tls, new Address.Tcp("localhost", port), "/");
  }
}
