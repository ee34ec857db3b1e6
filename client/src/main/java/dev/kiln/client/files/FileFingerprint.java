package dev.kiln.client.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a file without reading it.
 *
 * @param key identifies the file itself, whatever its name; null where the system has no such key
 */
record FileFingerprint(long size, FileTime modified, @Nullable Object key) {
  static FileFingerprint of(BasicFileAttributes attributes) {
    return new FileFingerprint(
        attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }
}
