package dev.kiln.net;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * The client side of TLS. A client uses one context all its life. Each new connection uses the
 * content that the files have at that time, provided that it is valid.
 */
public final class ClientTls {
  private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

  private final ClientTlsFiles files;
  private final boolean grpc;
  private final LiveSslContext live;
  private volatile long lastCheck = System.nanoTime();
  private List<TlsFile> lastRead; // guarded by this

  private ClientTls(ClientTlsFiles files, boolean grpc) {
    this.files = files;
    this.grpc = grpc;
    this.lastRead = files.read();
    this.live = new LiveSslContext(context());
  }

  /**
   * Reads the files, for HTTP/1.1.
   *
   * @throws BadTls if the files cannot be used
   */
  public static ClientTls http(ClientTlsFiles files) {
    return new ClientTls(files, false);
  }

  /**
   * Reads the files, for gRPC.
   *
   * @throws BadTls if the files cannot be used
   */
  public static ClientTls grpc(ClientTlsFiles files) {
    return new ClientTls(files, true);
  }

  /** The context for new connections. */
  public SslContext live() {
    return live;
  }

  /** Checks whether the files have changed, unless that was done recently. */
  public void refresh() {
    if (System.nanoTime() - lastCheck > CHECK_PERIOD.toNanos()) {
      reloadIfChanged();
    }
  }

  private synchronized void reloadIfChanged() {
    lastCheck = System.nanoTime();
    try {
      List<TlsFile> now = files.read();
      if (!now.equals(lastRead)) {
        live.use(context());
        lastRead = now;
      }
    } catch (BadTls _) {
      // the files may be half written: the current context stays in use until they are complete
    }
  }

  private SslContext context() {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .keyStoreType(MemoryKeyStore.TYPE)
            .protocols(TlsMaterial.PROTOCOLS);
    try {
      if (files.ca() != null) {
        builder.trustManager(files.ca().toFile());
      }
      if (files.certificate() != null && files.key() != null) {
        builder.keyManager(files.certificate().toFile(), files.key().toFile());
      }
      return grpc
          ? GrpcSslContexts.configure(builder, SslProvider.JDK).build()
          : builder.sslProvider(SslProvider.JDK).build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new BadTls(files, "cannot be used: " + FailureText.ofCause(e));
    }
  }
}
