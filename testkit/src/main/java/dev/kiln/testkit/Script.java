package dev.kiln.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs made for a test. */
public final class Script {
  private Script() {}

  /** A shell script of that name. */
  public static Path write(Path folder, String name, String text) {
    try {
      Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
