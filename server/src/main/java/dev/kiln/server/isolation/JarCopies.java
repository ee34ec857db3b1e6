package dev.kiln.server.isolation;

import dev.kiln.runtime.instances.ChildTermination;
import dev.kiln.server.jars.JarFolder.Jar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Copies of jars in a folder of their own, for a child that reads them into memory when it starts.
 * They are deleted once the child has done so, or has ended.
 */
final class JarCopies implements ChildTermination {
  private final Path folder;

  /** Writes the copies. */
  JarCopies(List<Jar> jars) {
    try {
      folder = Files.createTempDirectory("kiln-jars-");
      for (Jar jar : jars) {
        jar.copyTo(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the jars for another process cannot be written", e);
    }
  }

  Path folder() {
    return folder;
  }

  @Override
  public CompletableFuture<Integer> whenEnded(Process process) {
    return OF_PROCESS.whenEnded(process);
  }

  @Override
  public void onGone() {
    delete();
  }

  void delete() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException _) {
      // the folder for temporary files is cleared by others as well
    }
  }
}
