package dev.kiln.client.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes files so that they survive a power failure. */
final class DurableFiles {
  /** This many files are deleted in parallel. */
  private static final int PARALLEL_DELETES = 8;

  private DurableFiles() {}

  /** Writes a new file. The file is durable only after {@link #sync}. */
  static void write(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /**
   * Waits until a file is on the disk. It opens the file for reading, because the mode of the file
   * may forbid writing.
   */
  static void sync(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Waits until the files of a folder are on the disk, together with everything else that waits to
   * be written. That is faster than {@link #sync} for many files, where each waits for the disk.
   *
   * @return whether the system has a program for that, and it succeeded
   */
  static boolean syncAll(Path folder) {
    try {
      var program = new ProcessBuilder("sync", "-f", folder.toString());
      program.redirectError(Redirect.DISCARD).redirectOutput(Redirect.DISCARD);
      return program.start().waitFor() == 0;
    } catch (IOException _) {
      return false; // the system has no such program
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Gives a file the mode of another file, and its owner if the process has the right to. */
  static void copyOwnerAndMode(Path file, Path other) throws IOException {
    if (hasModes(file)) {
      var wanted = Files.readAttributes(other, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      var now = Files.readAttributes(file, "unix:uid,gid,mode");
      copyAttribute(file, "unix:gid", now.get("gid"), wanted.get("gid"));
      copyAttribute(file, "unix:uid", now.get("uid"), wanted.get("uid"));
      if (!Objects.equals(wanted.get("mode"), now.get("mode"))) {
        Files.setAttribute(file, "unix:mode", wanted.get("mode"));
      }
    }
  }

  /** Whether the file has more than one name. */
  static boolean hasOtherLinks(Path file) {
    try {
      return hasModes(file)
          && (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
    } catch (IOException _) {
      return false; // the write reports what is wrong with the file
    }
  }

  /** Gives a file the extended attributes that users have set on another file. */
  static void copyUserAttributes(Path from, Path to) throws IOException {
    var source = Files.getFileAttributeView(from, UserDefinedFileAttributeView.class);
    var target = Files.getFileAttributeView(to, UserDefinedFileAttributeView.class);
    for (String name : userAttributes(source)) {
      var value = ByteBuffer.allocate(source.size(name));
      source.read(name, value);
      target.write(name, value.flip());
    }
  }

  private static List<String> userAttributes(@Nullable UserDefinedFileAttributeView view) {
    try {
      return view == null ? List.of() : view.list();
    } catch (IOException _) {
      return List.of(); // this file system has none
    }
  }

  private static boolean hasModes(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  /** Gives a file the mode of another file. */
  static void copyMode(Path from, Path to) throws IOException {
    if (hasModes(to)) {
      Files.setAttribute(
          to, "unix:mode", Files.getAttribute(from, "unix:mode", LinkOption.NOFOLLOW_LINKS));
    }
  }

  private static void copyAttribute(
      Path file, String what, @Nullable Object now, @Nullable Object wanted) {
    if (!Objects.equals(now, wanted)) {
      try {
        Files.setAttribute(file, what, wanted);
      } catch (IOException _) {
        // only a privileged process may change the owner of a file
      }
    }
  }

  /** Deletes files in parallel, because the system waits for the disk with each of them. */
  static void delete(List<Path> files) throws IOException {
    try {
      ParallelFor.each(files.size(), PARALLEL_DELETES, i -> delete(files.get(i)));
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

  /** Removes a folder that nobody needs. It is no loss if the folder stays. */
  static boolean deleteIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException _) {
      return false; // the folder is not empty
    }
  }

  /**
   * Moves a file to a name that is free. It never overwrites a file, which a plain rename would.
   *
   * @throws FileAlreadyExistsException if the name is taken
   */
  static void moveToFreeName(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException _) {
      Files.move(file, name); // a folder, or a file system without hard links
      return;
    }
    Files.delete(file);
  }
}
