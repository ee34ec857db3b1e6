package dev.kiln.bench.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of a measurement, which goes with all that is in it. */
public record WorkFolder(Path path) implements AutoCloseable {
  /** A new one, whose path is short enough for a socket's. */
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
