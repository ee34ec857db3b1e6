package dev.kiln.client.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * By what a file is known again without reading it.
 *
 * @param key of the file itself, whatever its name; null where the system has none
 */
record FileFingerprint(long size, FileTime modified, @Nullable Object key) {
  static FileFingerprint of(BasicFileAttributes attributes) {
    return new FileFingerprint(
        attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }
}
