package dev.kiln.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes programs for a test. */
public final class Script {
  private Script() {}

  /** Writes an executable shell script of that name; the text goes behind {@code #!/bin/sh}. */
  public static Path write(Path folder, String name, String text) {
    try {
      Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
