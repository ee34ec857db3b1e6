package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves staged files into place, or undoes that. Either operation can be interrupted anywhere and
 * started again.
 */
final class Commit {
  private static final String UNDO = "undo";

  private final Path root;
  private final Path staged;
  private final WriteJournal journal;
  private final TransactionListener listener;

  Commit(Path root, Path staged, WriteJournal journal, TransactionListener listener) {
    this.root = root;
    this.staged = staged;
    this.journal = journal;
    this.listener = listener;
  }

  /** Returns where the new text of a file is staged. */
  static Path stagedPath(Path staged, int number) {
    return staged.resolve(number + ".new");
  }

  /** Returns where the old file is kept. */
  static Path backupPath(Path staged, int number) {
    return staged.resolve(number + ".old");
  }

  /** Whether the commit was being undone when it was interrupted. */
  boolean isUndoing() {
    return Files.exists(staged.resolve(UNDO));
  }

  /**
   * Returns the files that changed after the journal was saved; this commit would overwrite them.
   */
  List<String> conflicts() throws IOException {
    var conflicts = new ArrayList<String>();
    for (var entry : journal.entries()) {
      Path file = root.resolve(entry.path());
      boolean waits =
          entry.kind() == Kind.DELETED || Files.exists(stagedPath(staged, entry.number()));
      boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      boolean same =
          switch (entry.kind()) {
            case CREATED -> !there;
            case CHANGED -> there && entry.isOf(Files.readAllBytes(file));
            case DELETED -> !there || entry.isOf(Files.readAllBytes(file));
          };
      if (waits && !same) {
        conflicts.add(entry.path());
      }
    }
    return conflicts;
  }

  /**
   * Refuses paths that go through a link. A folder may have been replaced by a link since then, and
   * the link could lead anywhere. The journal itself may come from anywhere.
   *
   * @throws FileSystemException if a path goes through a link
   */
  void refuseLinks() throws FileSystemException {
    for (var entry : journal.entries()) {
      refuseLinks(entry.path());
    }
    for (String folder : journal.folders()) {
      refuseLinks(folder);
    }
  }

  private void refuseLinks(String path) throws FileSystemException {
    Path file = root;
    for (Path name : Path.of(path)) {
      file = file.resolve(name);
      if (Files.isSymbolicLink(file)) {
        throw new FileSystemException(path, null, "a path through a link");
      }
    }
  }

  /**
   * Moves all files into place.
   *
   * @throws FileSystemException with the path within the package
   */
  void apply() throws FileSystemException {
    for (String folder : journal.folders()) {
      FileErrors.withPath(folder, () -> make(root.resolve(folder)));
    }
    for (var entry : journal.entries()) {
      FileErrors.withPath(entry.path(), () -> put(entry, root.resolve(entry.path())));
      listener.reached(TransactionListener.PLACED, entry.number());
    }
    for (var entry : journal.entries()) {
      if (entry.kind() == Kind.DELETED) {
        prune(PackagePath.folder(entry.path()));
      }
    }
  }

  private static void make(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
    }
  }

  private void put(WriteJournal.Entry entry, Path file) throws IOException {
    Path after = stagedPath(staged, entry.number());
    switch (entry.kind()) {
      case DELETED -> Files.deleteIfExists(file);
      case CHANGED -> moveIfThere(after, file);
      case CREATED -> {
        if (Files.exists(after) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new FileAlreadyExistsException(file.toString());
        }
        moveIfThere(after, file);
      }
    }
  }

  private static void moveIfThere(Path from, Path to) throws IOException {
    if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes folders that became empty when a file was deleted. */
  private void prune(String deepest) {
    String folder = deepest;
    while (!folder.isEmpty() && DurableFiles.deleteIfEmpty(root.resolve(folder))) {
      folder = PackagePath.folder(folder);
    }
  }

  void undo() throws IOException {
    if (!isUndoing()) {
      DurableFiles.write(staged.resolve(UNDO), new byte[0]);
    }
    for (var entry : journal.entries().reversed()) {
      revert(entry, root.resolve(entry.path()));
      listener.reached(TransactionListener.TAKEN_BACK, entry.number());
    }
    for (String folder : journal.folders().reversed()) {
      boolean _ = DurableFiles.deleteIfEmpty(root.resolve(folder));
    }
  }

  private void revert(WriteJournal.Entry entry, Path file) throws IOException {
    Path before = backupPath(staged, entry.number());
    boolean placed = !Files.exists(stagedPath(staged, entry.number()), LinkOption.NOFOLLOW_LINKS);
    switch (entry.kind()) {
      case CREATED -> {
        if (placed) {
          Files.deleteIfExists(file);
        }
      }
      case CHANGED -> {
        if (placed) {
          moveIfThere(before, file);
        }
      }
      case DELETED -> {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(root.resolve(PackagePath.folder(entry.path())));
          moveIfThere(before, file);
        }
      }
    }
  }
}
