package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes new files, and keeps second names of the old ones, in the staging folder until the commit.
 */
final class StagingArea {
  /** Up to this many files are synced one by one. */
  private static final int FEW = 32;

  private final Path root;
  private final Path staged;
  private final TransactionListener listener;
  private final List<WriteJournal.Entry> entries = new ArrayList<>();
  private final Set<String> folders = new LinkedHashSet<>();

  StagingArea(Path root, Path staged, TransactionListener listener) {
    this.root = root;
    this.staged = staged;
    this.listener = listener;
  }

  /**
   * Stages all changes.
   *
   * @return the journal of what the commit must do
   * @throws FileSystemException with the path within the package
   */
  WriteJournal stage(List<FileChange> changes) throws FileSystemException {
    for (var change : changes) {
      int number = entries.size();
      FileErrors.withPath(change.path(), () -> stage(change, number));
      entries.add(WriteJournal.Entry.of(change, number));
      listener.reached(TransactionListener.STAGED, number);
    }
    sync(entries.stream().filter(entry -> entry.kind() != Kind.DELETED).toList());
    return new WriteJournal(List.copyOf(entries), List.copyOf(folders));
  }

  private void stage(FileChange change, int number) throws IOException {
    Path file = root.resolve(change.path());
    Path after = Commit.stagedPath(staged, number);
    if (change.kind() != Kind.CREATED) {
      DurableFiles.linkOrCopy(file, Commit.backupPath(staged, number));
    }
    if (change.kind() != Kind.DELETED) {
      DurableFiles.write(after, change.after());
    }
    if (change.kind() == Kind.CHANGED) {
      DurableFiles.copyUserAttributes(file, after); // first: the mode may forbid it
      DurableFiles.copyOwnerAndMode(after, file);
    }
    if (change.kind() == Kind.CREATED) {
      addMissing(change.path());
    }
  }

  private void sync(List<WriteJournal.Entry> written) throws FileSystemException {
    if (written.size() <= FEW || !DurableFiles.syncAll(staged)) {
      for (var entry : written) {
        Path file = Commit.stagedPath(staged, entry.number());
        FileErrors.withPath(entry.path(), () -> DurableFiles.sync(file));
      }
    }
  }

  private void addMissing(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!folders.contains(folder) && !Files.exists(root.resolve(folder))) {
        folders.add(folder);
      }
    }
  }
}
