package dev.kiln.net;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
public record ClientTlsFiles(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
  /** The authorities that the JDK trusts, and no certificate of our own. */
  public static final ClientTlsFiles DEFAULT = new ClientTlsFiles(null, null, null);

  public ClientTlsFiles {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "TLS: " + (key == null ? "a certificate without its key" : "a key without certificate"));
    }
  }

  /**
   * Reads those that there are.
   *
   * @throws BadTls if one cannot be read
   */
  List<TlsFile> read() {
    List<TlsFile> all = files().map(TlsFile::read).toList();
    all.forEach(TlsFile::require);
    return all;
  }

  private Stream<Path> files() {
    return Stream.of(ca, certificate, key).filter(Objects::nonNull).map(Path.class::cast);
  }

  /** The files, for messages. */
  @Override
  public String toString() {
    return files().map(Path::toString).collect(Collectors.joining(", "));
  }
}
