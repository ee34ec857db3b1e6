package dev.kiln.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a file said when it was read. Two readings are equal if they say the same, for neither a
 * time nor an inode tells on every file system that a file has changed.
 *
 * @param problem why it could not be read; else empty
 */
record TlsFile(Path path, String text, String problem) {
  private static final int LIMIT = 1 << 20;

  static TlsFile read(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return new TlsFile(path, "", "no file"); // a pipe would never end
    }
    try (InputStream in = Files.newInputStream(path)) {
      String text = new String(in.readNBytes(LIMIT + 1), StandardCharsets.ISO_8859_1);
      return text.length() > LIMIT
          ? new TlsFile(path, "", "more than 1 MiB")
          : new TlsFile(path, text, "");
    } catch (IOException e) {
      return new TlsFile(path, "", FailureText.of(e));
    }
  }

  boolean isMissing() {
    return problem.equals(FailureText.NO_SUCH_FILE);
  }

  /**
   * What it says.
   *
   * @throws BadTls if it could not be read
   */
  String require() {
    if (!problem.isEmpty()) {
      throw new BadTls(path, problem);
    }
    return text;
  }

  /** It holds a private key. */
  @Override
  public String toString() {
    return path.toString();
  }
}
