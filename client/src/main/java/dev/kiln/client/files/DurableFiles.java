package dev.kiln.client.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Files that are there after the power went off, too. */
final class DurableFiles {
  /** So many files are synced one by one. */
  private static final int FEW = 32;

  /** So many files are deleted at once. */
  private static final int AT_ONCE = 8;

  private DurableFiles() {}

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
  static void copyOwnerAndMode(Path file, Path other) throws IOException {
    if (hasModes(file)) {
      var wanted = Files.readAttributes(other, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      var now = Files.readAttributes(file, "unix:uid,gid,mode");
      give(file, "unix:gid", now.get("gid"), wanted.get("gid"));
      give(file, "unix:uid", now.get("uid"), wanted.get("uid"));
      if (!Objects.equals(wanted.get("mode"), now.get("mode"))) {
        Files.setAttribute(file, "unix:mode", wanted.get("mode"));
      }
    }
  }

  private static boolean hasModes(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  /** Gives a file the mode of another. */
  static void copyMode(Path from, Path to) throws IOException {
    if (hasModes(to)) {
      Files.setAttribute(
          to, "unix:mode", Files.getAttribute(from, "unix:mode", LinkOption.NOFOLLOW_LINKS));
    }
  }

  private static void give(Path file, String what, @Nullable Object now, @Nullable Object wanted) {
    if (!Objects.equals(now, wanted)) {
      try {
        Files.setAttribute(file, what, wanted);
      } catch (IOException _) {
        // only a privileged process gives files away
      }
    }
  }

  /** Deletes files: the system waits for the disk with each, so it is asked for several at once. */
  static void delete(List<Path> files) throws IOException {
    try {
      ParallelFor.each(files.size(), AT_ONCE, i -> delete(files.get(i)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
  static void linkOrCopy(Path file, Path kept) throws IOException {
    try {
      Files.createLink(kept, file);
    } catch (IOException | UnsupportedOperationException _) {
      Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
