package dev.kiln.runtime.remote;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to authenticate a server, and how to authenticate to it. The files are PEM; they are read
 * again when they change.
 *
 * @param ca the authorities that sign the servers' certificates; null: those that the JDK trusts
 * @param certificate our own certificate for servers that ask for one, followed by its chain; null:
 *     none
 * @param key the key of the certificate, PKCS#8 without a passphrase; null if and only if there is
 *     no certificate
 */
public record RemoteTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
  /** The authorities that the JDK trusts, and no certificate of our own. */
  public static final RemoteTls DEFAULT = new RemoteTls(null, null, null);

  public RemoteTls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "TLS: " + (key == null ? "a certificate without its key" : "a key without certificate"));
    }
  }
}
