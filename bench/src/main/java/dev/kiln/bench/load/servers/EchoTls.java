package dev.kiln.bench.load.servers;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The TLS of an echo server, from a folder that its only argument names. */
final class EchoTls {
  private EchoTls() {}

  static Optional<SslContext> http(String[] args) throws SSLException {
    return args.length == 0
        ? Optional.empty()
        : Optional.of(builder(args).sslProvider(SslProvider.JDK).build());
  }

  static Optional<SslContext> grpc(String[] args) throws SSLException {
    return args.length == 0
        ? Optional.empty()
        : Optional.of(GrpcSslContexts.configure(builder(args), SslProvider.JDK).build());
  }

  private static SslContextBuilder builder(String[] args) {
    var folder = Path.of(args[0]);
    return SslContextBuilder.forServer(
        folder.resolve("tls.crt").toFile(), folder.resolve("tls.key").toFile());
  }
}
