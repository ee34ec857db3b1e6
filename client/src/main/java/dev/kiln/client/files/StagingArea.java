package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;

/** Writes the new files into the staging folder, where they stay until the commit. */
final class StagingArea {
  /** Up to this many files are synced one by one. */
  private static final int FEW = 32;

  private final Path root;
  private final Path staged;
  private final TransactionListener listener;

  StagingArea(Path root, Path staged, TransactionListener listener) {
    this.root = root;
    this.staged = staged;
    this.listener = listener;
  }

  /**
   * Stages the new text of each file.
   *
   * @throws FileSystemException with the path within the package
   */
  void stage(List<FileChange> changes) throws FileSystemException {
    for (int i = 0; i < changes.size(); i++) {
      FileChange change = changes.get(i);
      Path after = Commit.stagedPath(staged, i);
      FileErrors.withPath(change.path(), () -> stage(change, after));
      listener.reached(TransactionListener.STAGED, i);
    }
    sync(changes);
  }

  private void stage(FileChange change, Path after) throws IOException {
    if (change.kind() != Kind.DELETED) {
      DurableFiles.write(after, change.after());
    }
    if (change.kind() == Kind.CHANGED) {
      Path file = root.resolve(change.path());
      DurableFiles.copyUserAttributes(file, after); // first: the mode may forbid it
      DurableFiles.copyOwnerAndMode(after, file);
    }
  }

  private void sync(List<FileChange> changes) throws FileSystemException {
    if (changes.size() <= FEW || !DurableFiles.syncAll(staged)) {
      for (int i = 0; i < changes.size(); i++) {
        if (changes.get(i).kind() != Kind.DELETED) {
          Path file = Commit.stagedPath(staged, i);
          FileErrors.withPath(changes.get(i).path(), () -> DurableFiles.sync(file));
        }
      }
    }
  }
}
