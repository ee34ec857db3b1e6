package dev.kiln.runtime.remote;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to know a server, and how to be known by it. The files are PEM; they are read again when they
 * change.
 *
 * @param ca who signs the servers' certificates; null: whom the JDK trusts
 * @param certificate our own for servers that ask for one, its chain behind it; null: none
 * @param key of that certificate, PKCS#8 without a passphrase; null exactly if there is none
 */
public record RemoteTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
  /** Whom the JDK trusts, and no certificate of our own. */
  public static final RemoteTls DEFAULT = new RemoteTls(null, null, null);

  public RemoteTls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "TLS: " + (key == null ? "a certificate without its key" : "a key without certificate"));
    }
  }
}
