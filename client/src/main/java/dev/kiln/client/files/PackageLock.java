package dev.kiln.client.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right to write into a package. One process at a time holds it, at most until the
 * process ends. The lock includes a folder in the package for staged files, which is removed
 * afterwards.
 */
final class PackageLock implements AutoCloseable {
  private static final String FILE = "lock";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long PAUSE = Duration.ofMillis(20).toNanos();

  /**
   * The locks of this process. The system locks out other processes only, and it drops a lock when
   * any channel of the process to the same file is closed.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;
  private boolean needed;

  private PackageLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Acquires the lock. It waits a short time for the present holder.
   *
   * @throws PackageException if the lock is still held after that time, or the folder cannot be
   *     written to
   */
  static PackageLock acquire(Path root) {
    return acquire(root, PATIENCE);
  }

  static PackageLock acquire(Path root, Duration patience) {
    Path folder = root.resolve(Transaction.FOLDER);
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      var lock = find(folder);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (System.nanoTime() - end > 0) {
        throw new PackageException(
            List.of(root + ": another process is writing into it (expected: one at a time)"));
      }
      LockSupport.parkNanos(PAUSE);
    }
  }

  private static Optional<PackageLock> find(Path folder) {
    if (!HELD.add(folder)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    try {
      channel = locked(folder);
    } catch (NoSuchFileException e) {
      Path root = folder.resolveSibling("");
      if (!Files.exists(root)) {
        throw new PackageException(root + ": the folder is gone", e);
      } // else the holder is just removing it
    } catch (IOException e) {
      throw new PackageException(folder + ": cannot be written: " + FileErrors.reason(e), e);
    } finally {
      if (channel == null) {
        HELD.remove(folder);
      }
    }
    return Optional.ofNullable(channel).map(held -> new PackageLock(folder, held));
  }

  private static @Nullable FileChannel locked(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      // the holder may remove the folder meanwhile: then there is nothing to read
      if (!Files.readAttributes(folder, BasicFileAttributes.class, NOFOLLOW_LINKS).isDirectory()) {
        throw e;
      }
    }
    Path file = folder.resolve(FILE);
    FileChannel.open(file, CREATE, WRITE, NOFOLLOW_LINKS).close();
    Object key = key(file);
    var channel = FileChannel.open(file, WRITE, NOFOLLOW_LINKS);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
      if (lock != null && !same(key, key(file))) {
        lock = null; // the lock is on a file that its last holder removed
      }
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    return lock == null ? null : channel;
  }

  private static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
  }

  private static boolean same(@Nullable Object one, @Nullable Object two) {
    return one == null ? two == null : one.equals(two);
  }

  /** The folder for staged files. */
  Path folder() {
    return folder;
  }

  /** Whether the folder has no files left by another process. */
  boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.endsWith(FILE)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Keeps the folder for the next reader from here on, however this write ends. */
  void keepFolder() {
    needed = true;
  }

  /** Removes the folder on close, because nobody needs it any more. */
  void removeFolder() {
    needed = false;
  }

  @Override
  public void close() {
    try (channel) {
      if (!needed) {
        remove();
      }
    } catch (DirectoryNotEmptyException | NoSuchFileException _) {
      // the next holder has started already
    } catch (IOException e) {
      throw new PackageException(folder + ": cannot be removed: " + FileErrors.reason(e), e);
    } finally {
      HELD.remove(folder);
    }
  }

  private void remove() throws IOException {
    clear();
    Files.delete(folder.resolve(FILE));
    Files.delete(folder);
  }

  /**
   * Removes everything in the folder. The file that marks the transaction as done is removed last.
   */
  void clear() throws IOException {
    var all = new ArrayList<Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.endsWith(FILE) && !entry.endsWith(WriteJournal.DONE)) {
          all.add(entry);
        }
      }
    }
    DurableFiles.delete(all);
    Files.deleteIfExists(folder.resolve(WriteJournal.DONE));
  }
}
