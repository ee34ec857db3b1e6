package dev.kiln.net;

import static io.netty.handler.ssl.ApplicationProtocolConfig.Protocol.ALPN;
import static io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT;
import static io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A certificate that is fit to serve with, its key, and who signs the clients' certificates.
 *
 * @param clientAuthorities empty if clients need no certificate
 */
record TlsMaterial(
    TlsFiles files,
    PrivateKey key,
    List<X509Certificate> chain,
    List<X509Certificate> clientAuthorities) {
  static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /**
   * Reads it.
   *
   * @throws BadTls if the files do not hold it
   */
  static TlsMaterial of(TlsFiles files) {
    List<X509Certificate> chain = Certificates.readAll(files.crt());
    PrivateKey key = PrivateKeys.readFirst(files.key());
    X509Certificate own = chain.getFirst();
    if (!PrivateKeys.isKeyPair(files.key(), key, own.getPublicKey())) {
      throw new BadTls(
          files.key().path(),
          "the key does not belong to the first certificate of tls.crt, "
              + Certificates.owner(own));
    }
    return new TlsMaterial(
        files, key, chain, files.ca().isMissing() ? List.of() : Certificates.readAll(files.ca()));
  }

  /** The same certificate for a server whose clients need none. */
  TlsMaterial forAnyClient() {
    return new TlsMaterial(files, key, chain, List.of());
  }

  /** A client that trusts only this certificate. */
  SSLContext client() {
    return context(null, MemoryKeyStore.trusting(chain));
  }

  boolean requiresClientCertificates() {
    return !clientAuthorities.isEmpty();
  }

  /** A context for HTTP/1.1. */
  SslContext http() {
    return server(ApplicationProtocolNames.HTTP_1_1, null, ClientAuth.REQUIRE);
  }

  /** A context for HTTP/1.1 and clients that may have no certificate, such as probes. */
  SslContext httpForProbes() {
    return server(ApplicationProtocolNames.HTTP_1_1, null, ClientAuth.OPTIONAL);
  }

  /** A context for gRPC, which is HTTP/2. */
  SslContext grpc() {
    return server(ApplicationProtocolNames.HTTP_2, Http2SecurityUtil.CIPHERS, ClientAuth.REQUIRE);
  }

  /** Without Netty's builder, which makes a key to try out the JDK first: 0.1 s of a start. */
  private SslContext server(
      String protocol, @Nullable Iterable<String> ciphers, ClientAuth certificates) {
    return new JdkSslContext(
        context(
            MemoryKeyStore.keys(key, chain),
            requiresClientCertificates() ? MemoryKeyStore.trusting(clientAuthorities) : null),
        false,
        ciphers,
        SupportedCipherSuiteFilter.INSTANCE,
        new ApplicationProtocolConfig(ALPN, NO_ADVERTISE, ACCEPT, protocol),
        requiresClientCertificates() ? certificates : ClientAuth.NONE,
        PROTOCOLS.toArray(String[]::new),
        false);
  }

  private SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] authorities) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, authorities, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new BadTls(files.crt().path(), "cannot be served: " + FailureText.of(e));
    }
  }

  /** Whose it is and how long it lasts. */
  String describe() {
    X509Certificate own = chain.getFirst();
    return Certificates.owner(own)
        + " until "
        + expiry()
        + (requiresClientCertificates() ? ", clients need a certificate" : "");
  }

  /** When the first certificate of the chain expires, which is the host's own. */
  Instant expiry() {
    return chain.getFirst().getNotAfter().toInstant();
  }

  Optional<Instant> clientAuthorityExpiry() {
    return clientAuthorities.stream()
        .map(authority -> authority.getNotAfter().toInstant())
        .min(Comparator.naturalOrder());
  }

  /** What to say of a certificate that clients will refuse at this time. */
  Optional<String> warning(Instant now) {
    Instant from = chain.getFirst().getNotBefore().toInstant();
    Instant until = expiry();
    if (now.isBefore(from)) {
      return Optional.of(files.crt() + ": not valid before " + from + ", clients will refuse it");
    }
    return now.isAfter(until)
        ? Optional.of(files.crt() + ": expired at " + until + ", clients will refuse it")
        : Optional.empty();
  }

  /** It holds a private key. */
  @Override
  public String toString() {
    return describe();
  }
}
