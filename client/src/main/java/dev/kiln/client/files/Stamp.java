package dev.kiln.client.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * By what a file is known again without reading it.
 *
 * @param key of the file itself, whatever its name; null where the system has none
 */
record Stamp(long size, FileTime modified, @Nullable Object key) {
  static Stamp of(BasicFileAttributes attributes) {
    return new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }
}
