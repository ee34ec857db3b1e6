package dev.kiln.bench.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder of a measurement. Closing it deletes it with its contents. */
public record WorkFolder(Path path) implements AutoCloseable {
  /** Creates a folder whose path is short enough for a Unix socket. */
  public static WorkFolder make() throws IOException {
    return new WorkFolder(Files.createTempDirectory("kb"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
