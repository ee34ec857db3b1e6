package dev.kiln.client.files;

import dev.kiln.client.files.PackageLock.State;
import dev.kiln.client.files.PackageLock.Status;
import dev.kiln.client.files.WriteRecord.Phase;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The writes that have begun in a package, in a folder around it, or in a folder in it. Writes of
 * processes that live are waited for. Writes of processes that were killed are finished or undone,
 * if this user's own record says what they were. A staging folder without such a record may have
 * come with the package, so it is never acted on.
 */
final class InterruptedWrites {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long PAUSE = Duration.ofMillis(20).toNanos();

  private final WriteRecords records;
  private final Path root;
  private final Duration patience;
  private Path busy;

  InterruptedWrites(Path root) {
    this(WriteRecords.ofUser(), root, PATIENCE);
  }

  InterruptedWrites(WriteRecords records, Path root, Duration patience) {
    this.records = records;
    this.root = root;
    this.patience = patience;
    this.busy = root;
  }

  /**
   * Waits until nobody writes into the package. It writes nothing.
   *
   * @throws PackageException if a killed process left the package half written
   */
  void refuse() {
    boolean _ = await(() -> isIdle() ? Optional.of(true) : Optional.empty());
  }

  private boolean isIdle() {
    boolean own = false;
    for (WriteRecord record : records.overlapping(root)) {
      Status there = PackageLock.status(record.root());
      if (there.state() == State.HELD) {
        busy = record.root();
        return false;
      }
      if (isOf(record, there)) {
        refuseHalfWritten(record);
        own |= record.root().equals(root);
      }
    }
    Status here = PackageLock.status(root);
    if (here.state() == State.ABANDONED && !own) {
      throw foreign();
    }
    return here.state() != State.HELD;
  }

  /** Identifies the writes that have begun and are not done. */
  List<String> begun() {
    return records.overlapping(root).stream().map(WriteRecord::secret).sorted().toList();
  }

  private static boolean isOf(WriteRecord record, Status found) {
    return found.state() == State.ABANDONED
        && found.secret().equals(record.secret())
        && record.hasRoot();
  }

  private static void refuseHalfWritten(WriteRecord record) {
    Phase phase = record.phase();
    if (phase == Phase.PLACING || phase == Phase.UNDOING) {
      throw new PackageException(
          List.of(
              record.root()
                  + ": a run was killed while it wrote, so some files are old and some are new"
                  + " (expected: another kiln fn run or kiln fn sink that writes into it; it"
                  + " completes the write first)"));
    }
  }

  /**
   * Finishes or undoes the writes of processes that were killed.
   *
   * @return what was done, for people
   * @throws PackageException if recovery fails, or would overwrite later changes
   */
  List<String> recover() {
    if (begun().isEmpty() && isFree()) {
      return List.of();
    }
    return whenRecovered((_, done) -> Optional.of(done));
  }

  private boolean isFree() {
    return PackageLock.status(root).state() == State.FREE;
  }

  /** An action that begins a write. */
  interface Beginning<T> {
    /**
     * Begins.
     *
     * @param recovered what was done before, for people
     * @return empty if another process was faster
     */
    Optional<T> begin(WriteRecords.Exclusive exclusive, List<String> recovered);
  }

  /** Does something when nobody writes and nothing is half written, before anybody else begins. */
  <T> T whenRecovered(Beginning<T> action) {
    var done = new ArrayList<String>();
    return await(
        () -> {
          try (var exclusive = records.exclusive()) {
            return recoverAll(done) ? action.begin(exclusive, done) : Optional.empty();
          }
        });
  }

  private boolean recoverAll(List<String> done) {
    for (WriteRecord record : records.overlapping(root)) {
      if (!recover(record, done)) {
        busy = record.root();
        return false;
      }
    }
    busy = root;
    Status here = PackageLock.status(root);
    if (here.state() == State.ABANDONED) {
      throw foreign();
    }
    return here.state() == State.FREE;
  }

  /** Returns whether nobody writes there. */
  private boolean recover(WriteRecord record, List<String> done) {
    Status found = PackageLock.status(record.root());
    try {
      if (found.state() == State.FREE && record.hasRoot()) {
        record.delete(); // it was done, or had not begun
      }
      if (!isOf(record, found)) {
        return found.state() != State.HELD;
      }
      Optional<PackageLock> lock = PackageLock.acquire(record.root());
      if (lock.isPresent()) {
        done.add(name(record) + ": an earlier write was " + recovered(record, lock.get()));
      }
      return lock.isPresent();
    } catch (IOException e) {
      String where = e instanceof FileSystemException f ? " (" + f.getFile() + ")" : "";
      throw new PackageException(
          name(record)
              + ": an earlier write was killed, and its rest cannot be done: "
              + FileErrors.reason(e)
              + where,
          e);
    }
  }

  private String name(WriteRecord record) {
    return record.root().equals(root)
        ? Transaction.FOLDER
        : record.root().resolve(Transaction.FOLDER).toString();
  }

  private String recovered(WriteRecord record, PackageLock held) throws IOException {
    try (var lock = held) {
      lock.keepFolder();
      String done = goOn(record, lock);
      record.advance(Phase.DONE);
      lock.removeFolder();
      return done;
    } finally {
      if (!held.isFolderKept()) {
        record.delete();
      }
    }
  }

  private String goOn(WriteRecord record, PackageLock lock) throws IOException {
    Path staged = lock.folder();
    var commit = new Commit(record.root(), staged, record.journal(), TransactionListener.NONE);
    return switch (record.phase()) {
      case STAGING -> "killed before it changed anything; removed its temporary files";
      case PLACING -> finish(commit, record);
      case UNDOING -> {
        commit.refuseLinks();
        yield "killed while it was taken back; " + undo(commit);
      }
      case DONE -> "killed when nothing was left to do but to tidy up; did that";
    };
  }

  private String finish(Commit commit, WriteRecord record) throws IOException {
    commit.refuseLinks();
    List<String> conflicts = commit.conflicts();
    if (!conflicts.isEmpty()) {
      commit.returnTakenFiles();
      String problem =
          ": it or its staged file has changed since a write was killed, so that write cannot be"
              + " completed (expected: remove "
              + name(record)
              + " to keep all files as they are)";
      var problems = new ArrayList<>(conflicts.stream().map(path -> path + problem).toList());
      problems.addAll(commit.keptBoth());
      throw new PackageException(problems);
    }
    try {
      commit.apply();
      return "killed before it was done; did the rest";
    } catch (FileSystemException e) {
      record.advance(Phase.UNDOING);
      String why = e.getFile() + ": " + FileErrors.reason(e);
      return "killed before it was done, and its rest cannot be done ("
          + why
          + "); "
          + undo(commit);
    }
  }

  private static String undo(Commit commit) throws IOException {
    commit.undo();
    return "all files are as before it" + exceptions(commit);
  }

  /** Names the files that are not as they were, to stand behind a sentence that says they are. */
  static String exceptions(Commit commit) {
    return commit.keptBoth().isEmpty() ? "" : ", except " + String.join(", ", commit.keptBoth());
  }

  private PackageException foreign() {
    return new PackageException(
        List.of(
            root.resolve(Transaction.FOLDER)
                + ": no run of this user on this machine has left it, so nothing in it is used"
                + " (expected: its user runs kiln again; or you remove it, after a look at the old"
                + " files in it, which end in .old)"));
  }

  private <T> T await(Supplier<Optional<T>> attempt) {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<T> result = attempt.get();
      if (result.isPresent()) {
        return result.get();
      }
      if (System.nanoTime() - end > 0) {
        throw new PackageException(
            List.of(busy + ": another process is writing into it (expected: one at a time)"));
      }
      LockSupport.parkNanos(PAUSE);
    }
  }
}
