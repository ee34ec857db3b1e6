package dev.kiln.client.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/** Files that are there after the power went off, too. */
final class Disk {
  private Disk() {}

  /** A new file. */
  static void write(Path file, byte[] bytes) throws IOException {
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }

  /** What was renamed in a folder is so for good. */
  static void sync(Path folder) {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException _) {
      // systems that cannot open a folder, or sync one, see to it themselves
    }
  }

  /** Gives a file the mode of another, and its owner as far as one may. */
  static void likeness(Path file, Path other) throws IOException {
    var to = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    var from =
        Files.getFileAttributeView(other, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (to == null || from == null) {
      return;
    }
    PosixFileAttributes wanted = from.readAttributes();
    PosixFileAttributes now = to.readAttributes();
    try {
      if (!now.group().equals(wanted.group())) {
        to.setGroup(wanted.group());
      }
      if (!now.owner().equals(wanted.owner())) {
        to.setOwner(wanted.owner());
      }
    } catch (IOException _) {
      // only a privileged process gives files away
    }
    if (!now.permissions().equals(wanted.permissions())) {
      to.setPermissions(wanted.permissions());
    }
  }

  /** Removes a folder that nobody needs; nothing is lost if it stays. */
  static boolean deleteIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException _) {
      return false; // what is in it keeps it
    }
  }

  /** Keeps a file under a second name, or a copy of it where files have one name only. */
  static void keep(Path file, Path kept) throws IOException {
    try {
      Files.createLink(kept, file);
    } catch (IOException | UnsupportedOperationException _) {
      Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
