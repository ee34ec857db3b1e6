package dev.kiln.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is shipped, as it was just built. */
public final class Distribution {
  private Distribution() {}

  /** Its folder, before it is packed. */
  public static Path folder() throws IOException {
    Path built = Path.of(System.getProperty("kiln.distribution"));
    try (DirectoryStream<Path> found = Files.newDirectoryStream(built, Files::isDirectory)) {
      return found.iterator().next();
    }
  }
}
