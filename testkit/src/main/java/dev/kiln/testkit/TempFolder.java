package dev.kiln.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A temporary folder for what outlives a test method, where {@code @TempDir} does not fit. Its path
 * is short enough for a unix socket. Closing it deletes it with its contents.
 */
public record TempFolder(Path path) implements AutoCloseable {
  /** Creates a folder. */
  public static TempFolder create() {
    try {
      return new TempFolder(Files.createTempDirectory("kiln").toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a folder that is deleted when this JVM ends, for what several test classes share. */
  public static Path untilExit() {
    TempFolder folder = create();
    Runtime.getRuntime().addShutdownHook(new Thread(folder::close));
    return folder.path;
  }

  /** A path in the folder. */
  public Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
