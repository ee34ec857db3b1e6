package dev.kiln.client.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The records of all writes of this user that are not done yet. */
final class WriteRecords {
  private static final String LOCK = "lock";

  /** The system locks out other processes only. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final StateFolder state;

  WriteRecords(StateFolder state) {
    this.state = state;
  }

  static WriteRecords ofUser() {
    return new WriteRecords(StateFolder.ofUser());
  }

  /** Returns the records of writes into the folder, a folder in it, or a folder around it. */
  List<WriteRecord> overlapping(Path root) {
    return all().stream().filter(record -> record.overlaps(root)).toList();
  }

  private List<WriteRecord> all() {
    var found = new ArrayList<WriteRecord>();
    for (Path folder : state.existing()) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          WriteRecord.find(file).ifPresent(found::add);
        }
      } catch (IOException e) {
        throw new PackageException(folder + ": cannot be read: " + FileErrors.reason(e), e);
      }
    }
    return found;
  }

  /**
   * Waits until no other process begins or recovers a write. Those are short; the writing itself
   * does not hold this lock.
   */
  Exclusive exclusive() {
    Path folder = state.create();
    THREADS.lock();
    try {
      return new Exclusive(folder, locked(folder));
    } catch (IOException e) {
      THREADS.unlock();
      throw new PackageException(
          folder + ": cannot be written: " + FileErrors.reason(e) + "; nothing was changed", e);
    }
  }

  private static FileChannel locked(Path folder) throws IOException {
    var channel = FileChannel.open(folder.resolve(LOCK), CREATE, WRITE);
    try {
      var _ = channel.lock();
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The right to begin or recover a write. */
  final class Exclusive implements AutoCloseable {
    private final Path folder;
    private final FileChannel channel;

    private Exclusive(Path folder, FileChannel channel) {
      this.folder = folder;
      this.channel = channel;
    }

    /** Forgets the writes into packages that are gone. */
    void removeObsolete() {
      for (WriteRecord record : all()) {
        try {
          if (record.isObsolete()) {
            record.delete();
          }
        } catch (IOException _) {
          // the next write tries again
        }
      }
    }

    /** Saves the record of a write that is about to begin. */
    WriteRecord create(Path root, WriteJournal journal) {
      try {
        return WriteRecord.create(folder, root, journal);
      } catch (IOException e) {
        throw new PackageException(
            folder + ": cannot be written: " + FileErrors.reason(e) + "; nothing was changed", e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new PackageException(folder + ": cannot be written: " + FileErrors.reason(e), e);
      } finally {
        THREADS.unlock();
      }
    }
  }
}
