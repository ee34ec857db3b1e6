package dev.kiln.cli.images;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Files that are written beside others, to take their place. */
final class Siblings {
  private Siblings() {}

  /** A name that nobody else has. */
  static Path temporaryPath(Path file) {
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return file.resolveSibling(".kiln-" + random + ".part");
  }

  static void replace(Path part, Path file) throws IOException {
    try {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes a folder of one's own. */
  static void removeAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
