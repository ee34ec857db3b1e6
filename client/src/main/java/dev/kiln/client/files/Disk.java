package dev.kiln.client.files;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;

/** Files that are there after the power went off, too. */
final class Disk {
  /** So many files are synced one by one. */
  private static final int FEW = 32;

  private Disk() {}

  /** A new file, which is there for good when {@link #sync} has seen to it. */
  static void write(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /**
   * Waits until files are on the disk. One by one each takes a turn of the disk, so many go
   * together with all that waits, where there is a program for that.
   *
   * @param folder that they are in
   */
  static void sync(List<Path> files, Path folder) throws IOException {
    if (files.size() > FEW && syncAll(folder)) {
      return;
    }
    for (Path file : files) {
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
  }

  private static boolean syncAll(Path folder) {
    try {
      var program = new ProcessBuilder("sync", "-f", folder.toString());
      program.redirectError(Redirect.DISCARD).redirectOutput(Redirect.DISCARD);
      return program.start().waitFor() == 0;
    } catch (IOException _) {
      return false; // no such program
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
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
