package dev.kiln.runtime.remote;

import dev.kiln.net.LiveSslContext;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The client side of TLS. A runner uses one context all its life. Each new connection uses the
 * content that the files have at that time, provided that it is valid.
 */
final class ClientTls {
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final RemoteTls files;
  private final Protocol protocol;
  private final LiveSslContext live;
  private volatile long looked = System.nanoTime();
  private List<String> seen; // guarded by this

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException if the files cannot be used
   */
  ClientTls(RemoteTls files, Protocol protocol) {
    this.files = files;
    this.protocol = protocol;
    this.seen = read(files);
    this.live = new LiveSslContext(context());
  }

  /** The context for new connections. */
  SslContext live() {
    return live;
  }

  /** Checks whether the files have changed, unless that was done recently. */
  void refresh() {
    if (System.nanoTime() - looked > PERIOD.toNanos()) {
      look();
    }
  }

  private synchronized void look() {
    looked = System.nanoTime();
    try {
      List<String> now = read(files);
      if (!now.equals(seen)) {
        live.use(context());
        seen = now;
      }
    } catch (IllegalArgumentException _) {
      // the files may be half written: the current context stays in use until they are complete
    }
  }

  private static List<String> read(RemoteTls files) {
    var all = new ArrayList<String>();
    Stream.of(files.ca(), files.certificate(), files.key())
        .filter(Objects::nonNull)
        .forEach(file -> all.add(text(file)));
    return all;
  }

  private static String text(@Nullable Path file) {
    try {
      return Files.readString(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("TLS: " + FailureText.of(e, file), e);
    }
  }

  private SslContext context() {
    SslContextBuilder builder = SslContextBuilder.forClient().protocols("TLSv1.3", "TLSv1.2");
    try {
      if (files.ca() != null) {
        builder.trustManager(files.ca().toFile());
      }
      if (files.certificate() != null && files.key() != null) {
        builder.keyManager(files.certificate().toFile(), files.key().toFile());
      }
      return switch (protocol) {
        case HTTP -> builder.sslProvider(SslProvider.JDK).build();
        case GRPC -> GrpcSslContexts.configure(builder, SslProvider.JDK).build();
      };
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "TLS: "
              + files
              + " cannot be used: "
              + FailureText.of(e)
              + " (expected: PEM, the key PKCS#8)",
          e);
    }
  }
}
