package dev.kiln.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Identifies a file, to tell it from another one that took its name.
 *
 * @param key device and inode, which the system gives again once a file is gone
 * @param created hence this
 */
record FileIdentity(Object key, FileTime created) {
  static FileIdentity of(Path file) throws IOException {
    var read = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new FileIdentity(read.fileKey(), read.creationTime());
  }

  /** Removes the file at a path if it is this one. */
  void removeFrom(Path path) {
    try {
      if (equals(of(path))) {
        Files.delete(path);
      }
    } catch (IOException _) {
      // Gone already, or out of reach: a stale socket is replaced at the next start.
    }
  }
}
