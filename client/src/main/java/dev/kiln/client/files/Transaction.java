package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes files into a package: all or none.
 *
 * <p>The transaction first stages everything in a folder of the package. Then it saves a journal. A
 * process that ends before the journal is saved has changed nothing. If a process ends after that,
 * the next reader does the remaining work. If a write fails after that, the transaction undoes the
 * change.
 */
final class Transaction {
  static final String FOLDER = ".kiln-write";

  private static final String NOT_UNDONE =
      "the written files could not be restored; the next read tries again";

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
    try (var lock = PackageLock.acquire(root)) {
      listener.reached(TransactionListener.LOCKED, 0);
      recover(lock);
      var journal = stage(changes, lock.folder(), check);
      check.run();
      listener.reached(TransactionListener.CHECKED, 0);
      commit(journal, lock);
    }
  }

  private WriteJournal stage(List<FileChange> changes, Path staged, Runnable check) {
    var staging = new StagingArea(root, staged, listener);
    try {
      return staging.stage(changes);
    } catch (FileSystemException e) {
      check.run(); // it may know the reason better
      throw failure(e.getFile() + ": cannot be written: ", e, "; nothing was changed");
    }
  }

  private void commit(WriteJournal journal, PackageLock lock) {
    save(journal, lock);
    listener.reached(TransactionListener.JOURNALLED, 0);
    var commit = new Commit(root, lock.folder(), journal, listener);
    try {
      commit.apply();
      listener.reached(TransactionListener.DONE, 0);
    } catch (FileSystemException e) {
      String what = e.getFile() + ": cannot be written: ";
      String end = isUndone(commit, lock) ? "; all files are as they were" : "; " + NOT_UNDONE;
      throw failure(what, e, end);
    }
    markDone(lock);
  }

  private static void save(WriteJournal journal, PackageLock lock) {
    lock.keepFolder();
    try {
      journal.save(lock.folder());
    } catch (IOException e) {
      lock.removeFolder();
      throw failure("cannot be written: ", e, "; nothing was changed");
    }
  }

  private static boolean isUndone(Commit commit, PackageLock lock) {
    try {
      commit.undo();
      WriteJournal.markDone(lock.folder());
      lock.removeFolder();
      return true;
    } catch (IOException _) {
      return false; // the next transaction tries again and reports its own failure
    }
  }

  private void markDone(PackageLock lock) {
    try {
      WriteJournal.markDone(lock.folder());
      lock.removeFolder();
    } catch (IOException e) {
      throw failure("all is written, but " + FOLDER + " cannot be removed: ", e, "");
    }
    listener.reached(TransactionListener.FORGOTTEN, 0);
  }

  private static PackageException failure(String what, IOException e, String end) {
    return new PackageException(what + FileErrors.reason(e) + end, e);
  }

  /**
   * Recovers from a process that was killed while it wrote into the package.
   *
   * @return what was done, for people
   * @throws PackageException if recovery fails, or would overwrite later changes
   */
  static Optional<String> recover(Path root) {
    if (!Files.exists(root.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (var lock = PackageLock.acquire(root)) {
      return new Transaction(root, TransactionListener.NONE).recover(lock);
    }
  }

  private Optional<String> recover(PackageLock lock) {
    lock.keepFolder();
    try {
      Optional<String> done =
          lock.isEmpty() ? Optional.empty() : Optional.of(finishInterrupted(lock));
      lock.clear();
      lock.removeFolder();
      return done;
    } catch (IOException e) {
      String where = e instanceof FileSystemException f ? " (" + f.getFile() + ")" : "";
      throw failure(
          FOLDER + ": an earlier write was killed, and its rest cannot be done: ", e, where);
    }
  }

  private String finishInterrupted(PackageLock lock) throws IOException {
    Path staged = lock.folder();
    String done = "killed before it changed anything; removed its temporary files";
    if (WriteJournal.isIn(staged)) {
      done = finishInterrupted(new Commit(root, staged, WriteJournal.load(staged), listener));
      WriteJournal.markDone(staged);
    } else if (WriteJournal.isDone(staged)) {
      done = "killed when nothing was left to do but to tidy up; did that";
    }
    return FOLDER + ": an earlier write was " + done;
  }

  /** Does the remaining work of an interrupted commit. */
  private static String finishInterrupted(Commit commit) throws IOException {
    commit.refuseLinks();
    if (commit.isUndoing()) {
      commit.undo();
      return "killed while it was taken back; all files are as before it";
    }
    var conflicts = commit.conflicts();
    if (!conflicts.isEmpty()) {
      String problem =
          ": changed since a write was killed whose rest would overwrite it (expected: remove "
              + FOLDER
              + " to keep all files as they are)";
      throw new PackageException(conflicts.stream().map(path -> path + problem).toList());
    }
    commit.apply();
    return "killed before it was done; did the rest";
  }
}
