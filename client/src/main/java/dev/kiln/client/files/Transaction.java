package dev.kiln.client.files;

import dev.kiln.client.files.WriteRecord.Phase;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes files into a package: all or none.
 *
 * <p>The transaction first saves a record in the user's state folder. Then it stages the new files
 * in a folder of the package. A process that ends before the record says that files are being
 * placed has changed nothing. If a process ends after that, the next writer does the remaining
 * work. If a write fails after that, the transaction undoes the change.
 */
final class Transaction {
  static final String FOLDER = ".kiln-write";

  private static final String NOT_UNDONE =
      "; the written files could not be restored; the next run tries again";

  private final Path root;
  private final TransactionListener listener;

  Transaction(Path root, TransactionListener listener) {
    this.root = root;
    this.listener = listener;
  }

  /**
   * Writes the changes.
   *
   * @param check throws if the package has changed since it was read
   */
  void write(List<FileChange> changes, Runnable check) {
    try (var write = begin(changes)) {
      listener.reached(TransactionListener.LOCKED, 0);
      stage(changes, write.lock, check);
      check.run();
      listener.reached(TransactionListener.CHECKED, 0);
      commit(write);
    }
  }

  /** A write that has begun. */
  private record BegunWrite(WriteRecord record, WriteJournal journal, PackageLock lock)
      implements AutoCloseable {
    @Override
    public void close() {
      lock.close();
      if (!lock.isFolderKept()) {
        forget(record); // last, so that until then it is known whose folder it is
      }
    }

    private static void forget(WriteRecord record) {
      try {
        record.delete();
      } catch (IOException e) {
        throw failure("the record of the write cannot be removed: ", e, "");
      }
    }
  }

  private BegunWrite begin(List<FileChange> changes) {
    if (!Files.exists(root)) {
      throw new PackageException(List.of(root + ": the folder is gone"));
    }
    WriteJournal journal = WriteJournal.of(root, changes);
    return new InterruptedWrites(root)
        .whenRecovered(
            (exclusive, _) -> {
              exclusive.removeObsolete();
              return begin(exclusive.create(root, journal), journal);
            });
  }

  /** Returns the write; empty if another process was faster. */
  private Optional<BegunWrite> begin(WriteRecord record, WriteJournal journal) {
    Optional<BegunWrite> begun = Optional.empty();
    try {
      begun = PackageLock.acquire(root).map(lock -> new BegunWrite(record, journal, lock));
    } finally {
      if (begun.isEmpty()) {
        BegunWrite.forget(record);
      }
    }
    begun.ifPresent(Transaction::mark);
    return begun;
  }

  private static void mark(BegunWrite write) {
    try {
      write.lock.mark(write.record.secret());
    } catch (IOException e) {
      write.close();
      throw failure("cannot be written: ", e, "; nothing was changed");
    }
  }

  private void stage(List<FileChange> changes, PackageLock lock, Runnable check) {
    try {
      new StagingArea(root, lock.folder(), listener).stage(changes);
    } catch (FileSystemException e) {
      check.run(); // it may know the reason better
      throw failure(e.getFile() + ": cannot be written: ", e, "; nothing was changed");
    }
  }

  private void commit(BegunWrite write) {
    beginPlacing(write);
    listener.reached(TransactionListener.JOURNALLED, 0);
    var commit = new Commit(root, write.lock.folder(), write.journal, listener);
    try {
      commit.refuseLinks();
      commit.apply();
      listener.reached(TransactionListener.DONE, 0);
    } catch (FileSystemException e) {
      throw failure(e.getFile() + ": cannot be written: ", e, undo(commit, write));
    }
    endPlacing(write);
  }

  private static void beginPlacing(BegunWrite write) {
    try {
      write.record.advance(Phase.PLACING);
      write.lock.keepFolder();
    } catch (IOException e) {
      throw failure("cannot be written: ", e, "; nothing was changed");
    }
  }

  /** Undoes the write; returns what became of it, for people. */
  private static String undo(Commit commit, BegunWrite write) {
    try {
      write.record.advance(Phase.UNDOING);
      commit.undo();
      write.record.advance(Phase.DONE);
      write.lock.removeFolder();
      return "; all files are as they were" + InterruptedWrites.exceptions(commit);
    } catch (IOException e) {
      return NOT_UNDONE; // the next writer tries again and reports its own failure
    }
  }

  private void endPlacing(BegunWrite write) {
    try {
      write.record.advance(Phase.DONE);
      write.lock.removeFolder();
    } catch (IOException e) {
      throw failure("all is written, but " + FOLDER + " cannot be removed: ", e, "");
    }
    listener.reached(TransactionListener.FORGOTTEN, 0);
  }

  private static PackageException failure(String what, IOException e, String end) {
    return new PackageException(what + FileErrors.reason(e) + end, e);
  }
}
