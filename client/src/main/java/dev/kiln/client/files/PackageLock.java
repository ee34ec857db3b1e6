package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right to write into a package. One process at a time holds it, at most until the
 * process ends. The lock includes a folder in the package for staged files, which is removed
 * afterwards.
 */
final class PackageLock implements AutoCloseable {
  private static final String FILE = "lock";
  private static final String SECRET = "write";
  private static final int LONGEST_SECRET = 100;

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

  /** What there is of another write in a package. */
  enum State {
    /** Nothing: no write is going on and none was interrupted. */
    FREE,
    /** A process writes. */
    HELD,
    /** A process was killed while it wrote, or somebody else made the folder. */
    ABANDONED
  }

  /**
   * What there is of another write.
   *
   * @param secret names the write that the staging folder claims to be of; empty if it names none
   */
  record Status(State state, String secret) {}

  /**
   * Looks for another write in a package. It writes nothing, since whatever it finds may have come
   * with the package.
   */
  static Status status(Path root) {
    Path folder = root.resolve(Transaction.FOLDER);
    if (!Files.exists(folder, NOFOLLOW_LINKS)) {
      return new Status(State.FREE, "");
    }
    if (!HELD.add(folder)) {
      return new Status(State.HELD, "");
    }
    try {
      return Files.isDirectory(folder, NOFOLLOW_LINKS)
          ? statusOf(folder)
          : new Status(State.ABANDONED, "");
    } catch (NoSuchFileException _) {
      return new Status(State.HELD, ""); // its holder is just removing it
    } catch (IOException e) {
      throw new PackageException(folder + ": cannot be read: " + FileErrors.reason(e), e);
    } finally {
      HELD.remove(folder);
    }
  }

  private static Status statusOf(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
      Status status = abandonedOrFree(folder);
      return Files.isRegularFile(file, NOFOLLOW_LINKS) ? new Status(State.HELD, "") : status;
    }
    // a shared lock, so that nobody begins or ends a write while this looks at the folder
    try (FileChannel channel = lockedChannel(file, true, READ)) {
      return channel == null ? new Status(State.HELD, "") : abandonedOrFree(folder);
    }
  }

  private static Status abandonedOrFree(Path folder) throws IOException {
    return isEmpty(folder)
        ? new Status(State.FREE, "")
        : new Status(State.ABANDONED, secret(folder));
  }

  private static String secret(Path folder) throws IOException {
    Path file = folder.resolve(SECRET);
    return Files.isRegularFile(file, NOFOLLOW_LINKS) && Files.size(file) < LONGEST_SECRET
        ? Files.readString(file)
        : "";
  }

  /**
   * Acquires the lock of a package whose staging folder is missing, or is this user's own.
   *
   * @return empty if another process has it
   */
  static Optional<PackageLock> acquire(Path root) {
    Path folder = root.resolve(Transaction.FOLDER);
    if (!HELD.add(folder)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    try {
      createFolder(folder);
      channel = lockedChannel(folder.resolve(FILE), false, CREATE, WRITE);
    } catch (NoSuchFileException _) {
      // the holder is just removing it
    } catch (IOException e) {
      throw new PackageException(folder + ": cannot be written: " + FileErrors.reason(e), e);
    } finally {
      if (channel == null) {
        HELD.remove(folder);
      }
    }
    return Optional.ofNullable(channel).map(held -> new PackageLock(folder, held));
  }

  private static void createFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      // the holder may remove the folder meanwhile: then there is nothing to read
      if (!Files.readAttributes(folder, BasicFileAttributes.class, NOFOLLOW_LINKS).isDirectory()) {
        throw e;
      }
    }
  }

  private static @Nullable FileChannel lockedChannel(
      Path file, boolean shared, OpenOption... options) throws IOException {
    var all = new ArrayList<OpenOption>(List.of(options));
    all.add(NOFOLLOW_LINKS);
    if (all.contains(CREATE)) {
      FileChannel.open(file, all.toArray(OpenOption[]::new)).close();
      all.remove(CREATE);
    }
    Object key = key(file);
    var channel = FileChannel.open(file, all.toArray(OpenOption[]::new));
    FileLock lock = null;
    try {
      lock = channel.tryLock(0, Long.MAX_VALUE, shared);
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

  /** Names the write that the staged files are of. */
  void mark(String secret) throws IOException {
    DurableFiles.write(folder.resolve(SECRET), secret.getBytes(UTF_8));
  }

  /** Whether a folder has no files left by another process. */
  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.endsWith(FILE) || !Files.isRegularFile(entry, NOFOLLOW_LINKS)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Keeps the folder for the next writer from here on, however this write ends. */
  void keepFolder() {
    needed = true;
  }

  /** Removes the folder on close, because nobody needs it any more. */
  void removeFolder() {
    needed = false;
  }

  /** Whether the next writer needs the folder. */
  boolean isFolderKept() {
    return needed;
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

  /**
   * Removes the folder. Its secret goes last, so that until then it is known whose folder it is.
   */
  private void remove() throws IOException {
    var all = new ArrayList<Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.endsWith(FILE) && !entry.endsWith(SECRET)) {
          all.add(entry);
        }
      }
    }
    DurableFiles.delete(all);
    Files.deleteIfExists(folder.resolve(SECRET));
    Files.delete(folder.resolve(FILE));
    Files.delete(folder);
  }
}
