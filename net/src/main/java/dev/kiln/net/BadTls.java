package dev.kiln.net;

import java.nio.file.Path;

/** Certificates or keys that cannot be used. The message is one line. */
public final class BadTls extends RuntimeException {
  BadTls(Path file, String problem) {
    super((file + ": " + problem).replaceAll("\\p{Cntrl}", "?"));
  }

  BadTls(Path file, String problem, String fits) {
    this(file, problem + " (expected: " + fits + ")");
  }
}
