package dev.kiln.net;

import io.netty.handler.ssl.SslContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * TLS from a directory with {@code tls.crt}, {@code tls.key} and, if clients need a certificate
 * too, {@code ca.crt}. The directory is looked at every second, and new connections get what it
 * holds then. What cannot be served is reported, and changes nothing.
 */
public final class Tls implements AutoCloseable {
  private static final long PERIOD_SECONDS = 1;

  private final Path directory;
  private final Consumer<String> report;
  private final LiveSslContext http;
  private final LiveSslContext httpForProbes;
  private final LiveSslContext grpc;
  private final CountDownLatch closed = new CountDownLatch(1);
  // The rest is written by whoever holds the lock: the watching thread, or a test.
  private volatile TlsMaterial current;
  private TlsFiles lastChecked;
  private TlsFiles lastRead;

  private Tls(Path directory, Consumer<String> report, TlsMaterial first) {
    this.directory = directory;
    this.report = report;
    lastRead = first.files();
    lastChecked = lastRead;
    current = first;
    http = new LiveSslContext(first.http());
    httpForProbes = new LiveSslContext(first.httpForProbes());
    grpc = new LiveSslContext(first.grpc());
  }

  /**
   * Reads a directory and goes on watching it until it is closed.
   *
   * @param report takes what is to be told later, a line each; called by another thread
   * @throws BadTls if it does not hold what is needed
   */
  public static Tls of(Path directory, Consumer<String> report) {
    Tls tls = unwatched(directory, report);
    Thread.ofPlatform().daemon().name("tls").start(tls::watch);
    return tls;
  }

  /** The same, for somebody else to look. */
  static Tls unwatched(Path directory, Consumer<String> report) {
    if (!Files.isDirectory(directory)) {
      throw new BadTls(directory, "no such directory", "one with tls.crt and tls.key");
    }
    var tls = new Tls(directory, report, TlsMaterial.of(TlsFiles.read(directory)));
    tls.warn(tls.current);
    return tls;
  }

  /**
   * The certificate that is in use now, for a host whose clients need no certificate. It does not
   * follow the directory.
   */
  public Tls forAnyClient() {
    return new Tls(directory, report, current.forAnyClient());
  }

  /** A client that trusts only the certificate that is in use now. */
  public SSLContext client() {
    return current.client();
  }

  /** For HTTP/1.1, the same as long as the process lives. */
  public SslContext http() {
    return http;
  }

  /**
   * For HTTP/1.1 and clients that may have no certificate, the same as long as the process lives.
   */
  public SslContext httpForProbes() {
    return httpForProbes;
  }

  /** For gRPC, the same as long as the process lives. */
  public SslContext grpc() {
    return grpc;
  }

  /** When the certificate expires that new connections get. */
  public Optional<Instant> certificateExpiry() {
    return Optional.of(current.expiry());
  }

  /** When the first authority expires that signs certificates of clients, if they need one. */
  public Optional<Instant> clientAuthorityExpiry() {
    return current.clientAuthorityExpiry();
  }

  private void watch() {
    try {
      while (!closed.await(PERIOD_SECONDS, TimeUnit.SECONDS)) {
        reloadOrReport();
      }
    } catch (InterruptedException _) {
      // nobody does, and the thread ends as if closed
    }
  }

  private void reloadOrReport() {
    try {
      reloadIfChanged();
    } catch (RuntimeException e) { // ours, and no reason to never look again
      report("cannot look at " + directory + ": " + e);
    }
  }

  /**
   * Looks at the files once. A change counts when it was seen twice: in between, somebody may have
   * written the certificate and not yet the key.
   */
  synchronized void reloadIfChanged() {
    TlsFiles now = TlsFiles.read(directory);
    boolean settled = now.equals(lastRead);
    lastRead = now;
    if (settled && !now.equals(lastChecked)) {
      lastChecked = now;
      useIfValid(now);
    }
  }

  private void useIfValid(TlsFiles files) {
    try {
      use(TlsMaterial.of(files));
    } catch (BadTls e) {
      report(e.getMessage() + "; still using " + current.describe());
    }
  }

  private void use(TlsMaterial next) {
    if (current.requiresClientCertificates() && !next.requiresClientCertificates()) {
      // A file that went by accident must not let everybody in.
      throw new BadTls(
          next.files().ca().path(), "gone, and only a restart lets in clients without certificate");
    }
    SslContext nextHttp = next.http();
    SslContext nextForProbes = next.httpForProbes();
    grpc.use(next.grpc());
    http.use(nextHttp);
    httpForProbes.use(nextForProbes);
    current = next;
    report("now using " + next.describe());
    warn(next);
  }

  private void warn(TlsMaterial material) {
    material.warning(Instant.now()).ifPresent(this::report);
  }

  private void report(String what) {
    report.accept("TLS: " + what);
  }

  /** Stops watching. Connections and contexts live on. */
  @Override
  public void close() {
    closed.countDown();
  }
}
