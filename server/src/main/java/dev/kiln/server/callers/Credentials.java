package dev.kiln.server.callers;

import java.security.Principal;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * How a request says who makes it. A token wins over a certificate, which may belong to a proxy.
 *
 * @param authorization the values of the header {@code Authorization}; usually none or one
 * @param subject the subject of the certificate that the client proved to have, if it did
 */
public record Credentials(List<String> authorization, Optional<X500Principal> subject) {
  /** The name of the header in lower case, as gRPC metadata have it. */
  public static final String HEADER = "authorization";

  public Credentials {
    authorization = List.copyOf(authorization);
  }

  /**
   * The credentials of a request.
   *
   * @param session the TLS session of its connection; null for plain text
   */
  public static Credentials of(List<String> authorization, @Nullable SSLSession session) {
    return new Credentials(authorization, subject(session));
  }

  /**
   * The subject of the certificate that the client proved to have, if it did.
   *
   * @param session null for plain text
   */
  public static Optional<X500Principal> subject(@Nullable SSLSession session) {
    if (session == null) {
      return Optional.empty();
    }
    try {
      Principal peer = session.getPeerPrincipal();
      return peer instanceof X500Principal subject ? Optional.of(subject) : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty(); // the client has no certificate
    }
  }

  /** The token, if there is exactly one header and it has one. */
  Optional<String> token() {
    String scheme = "Bearer ";
    return authorization.size() == 1
            && authorization.getFirst().regionMatches(true, 0, scheme, 0, scheme.length())
        ? Optional.of(authorization.getFirst().substring(scheme.length()).strip())
        : Optional.empty();
  }

  /** It may hold a token. */
  @Override
  public String toString() {
    return "credentials of " + subject.map(X500Principal::getName).orElse("a request");
  }
}
