package dev.kiln.net;

import java.nio.file.Path;

/** Certificates or keys that cannot be used. The message is one line. */
public final class BadTls extends IllegalArgumentException {
  BadTls(Path file, String problem) {
    super((file + ": " + problem).replaceAll("\\p{Cntrl}", "?"));
  }

  BadTls(ClientTlsFiles files, String problem) {
    super(
        ("TLS: " + files + " " + problem + " (expected: PEM, the key PKCS#8)")
            .replaceAll("\\p{Cntrl}", "?"));
  }

  BadTls(Path file, String problem, String fits) {
    this(file, problem + " (expected: " + fits + ")");
  }
}
