package dev.kiln.server.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a file changed, without reading it.
 *
 * @param key tells a file from another that took its name, where there is such a thing
 * @param takenAt when this was looked up
 */
record FileStamp(long size, Instant modified, @Nullable Object key, Instant takenAt) {
  /** What is written twice within this may keep its time. */
  private static final Duration TICK = Duration.ofSeconds(2);

  static FileStamp of(Path file) throws IOException, BadJar {
    Instant now = Instant.now();
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new BadJar("is no file (expected: a jar)");
    }
    return new FileStamp(
        attributes.size(), attributes.lastModifiedTime().toInstant(), attributes.fileKey(), now);
  }

  /** Whether it was not written to between the two. */
  boolean isUnchangedSince(FileStamp later) {
    return new FileStamp(size, modified, key, later.takenAt).equals(later);
  }

  /** Whether a write after this would show in its time. */
  boolean isSettled() {
    return modified.plus(TICK).isBefore(takenAt);
  }
}
