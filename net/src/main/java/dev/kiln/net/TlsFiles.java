package dev.kiln.net;

import java.nio.file.Path;

/**
 * One reading of a directory with a certificate and its key.
 *
 * @param crt the chain, the host's own certificate first
 * @param key of that certificate
 * @param ca who signs the clients' certificates; missing if they need none
 */
record TlsFiles(TlsFile crt, TlsFile key, TlsFile ca) {
  static TlsFiles read(Path directory) {
    return new TlsFiles(
        TlsFile.read(directory.resolve("tls.crt")),
        TlsFile.read(directory.resolve("tls.key")),
        TlsFile.read(directory.resolve("ca.crt")));
  }
}
