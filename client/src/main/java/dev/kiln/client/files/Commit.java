package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import dev.kiln.client.files.WriteJournal.Entry;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves staged files into place, or undoes that. Either operation can be interrupted anywhere and
 * started again.
 *
 * <p>An old file is first taken away, which cannot overwrite anything, and then looked at. So a
 * change that somebody makes at the last moment is found and kept, whether it is made in the file
 * or puts another file in its place. The new file then goes to a name that is free.
 */
final class Commit {
  private static final String CHANGED = "changed since it was read";

  private final Path root;
  private final Path staged;
  private final WriteJournal journal;
  private final TransactionListener listener;

  /** The old files whose next change would be seen from outside. */
  private final Map<Integer, FileFingerprint> taken = new HashMap<>();

  private final List<String> keptBoth = new ArrayList<>();

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
  private Path oldPath(Entry entry) {
    return staged.resolve(entry.number() + ".old");
  }

  private Path newPath(Entry entry) {
    return stagedPath(staged, entry.number());
  }

  private Path place(Entry entry) {
    return root.resolve(entry.path());
  }

  /** Whether the new file is in place. */
  private boolean isPlaced(Entry entry) throws IOException {
    Path fresh = newPath(entry);
    return entry.kind() != Kind.DELETED && (!exists(fresh) || isSameFile(fresh, place(entry)));
  }

  private static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSameFile(Path one, Path other) throws IOException {
    if (!exists(one) || !exists(other)) {
      return false;
    }
    Object key = attributes(one).fileKey();
    return key != null && key.equals(attributes(other).fileKey());
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  // --- After an interruption --------------------------------------------------------------------

  /**
   * Refuses folders that are links. A folder may have been replaced by a link since the package was
   * read, and the link could lead anywhere.
   *
   * @throws FileSystemException if a path goes through a link
   */
  void refuseLinks() throws FileSystemException {
    var known = new HashSet<String>();
    for (Entry entry : journal.entries()) {
      refuseLinks(PackagePath.folder(entry.path()), known);
    }
    for (String folder : journal.folders()) {
      refuseLinks(folder, known);
    }
  }

  private void refuseLinks(String path, Set<String> known) throws FileSystemException {
    for (String folder = path; known.add(folder); folder = PackagePath.folder(folder)) {
      if (!folder.isEmpty() && Files.isSymbolicLink(root.resolve(folder))) {
        throw new FileSystemException(folder, null, "it is a link now (expected: a folder)");
      }
    }
  }

  /**
   * Returns the files that cannot be written as planned, because they or their staged files
   * changed.
   */
  List<String> conflicts() throws IOException {
    var conflicts = new ArrayList<String>();
    for (Entry entry : journal.entries()) {
      if (!isPlaced(entry) && !(isStaged(entry) && isAsBefore(entry))) {
        conflicts.add(entry.path());
      }
    }
    return conflicts;
  }

  private boolean isStaged(Entry entry) throws IOException {
    return entry.kind() == Kind.DELETED || FileDigest.matches(entry.after(), newPath(entry));
  }

  private boolean isAsBefore(Entry entry) throws IOException {
    boolean there = exists(place(entry));
    return switch (entry.kind()) {
      case CREATED -> !there;
      case CHANGED, DELETED ->
          exists(oldPath(entry))
              ? !there && FileDigest.matches(entry.before(), oldPath(entry))
              : FileDigest.matches(entry.before(), place(entry));
    };
  }

  /** Puts the files back that were taken away and not replaced, so that no file is missing. */
  void returnTakenFiles() throws IOException {
    for (Entry entry : journal.entries()) {
      if (!isPlaced(entry) && exists(oldPath(entry))) {
        putBack(entry);
      }
    }
  }

  // --- Do ---------------------------------------------------------------------------------------

  /**
   * Moves all files into place.
   *
   * @throws FileSystemException with the path within the package
   */
  void apply() throws FileSystemException {
    for (String folder : journal.folders()) {
      FileErrors.withPath(folder, () -> make(root.resolve(folder)));
    }
    for (Entry entry : journal.entries()) {
      FileErrors.withPath(entry.path(), () -> replace(entry));
      listener.reached(TransactionListener.PLACED, entry.number());
    }
    for (Entry entry : journal.entries()) { // a program may have had a file open for writing
      FileErrors.withPath(entry.path(), () -> refuseLateChange(entry));
    }
    for (Entry entry : journal.entries()) {
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

  private void replace(Entry entry) throws IOException {
    if (isPlaced(entry)) {
      Files.deleteIfExists(newPath(entry));
      return;
    }
    if (entry.kind() != Kind.CREATED && !exists(oldPath(entry))) {
      Files.move(place(entry), oldPath(entry), StandardCopyOption.ATOMIC_MOVE);
      listener.reached(TransactionListener.TAKEN, entry.number());
      refuseOther(entry);
    }
    if (entry.kind() != Kind.DELETED) {
      DurableFiles.moveToFreeName(newPath(entry), place(entry));
    }
  }

  private void refuseOther(Entry entry) throws IOException {
    Path old = oldPath(entry);
    FileFingerprint now = FileFingerprint.of(attributes(old));
    if (!FileDigest.matches(entry.before(), old)) {
      throw new FileSystemException(entry.path(), null, CHANGED);
    }
    if (ChangeDetector.isSettled(now.modified())) {
      taken.put(entry.number(), now);
    }
  }

  private void refuseLateChange(Entry entry) throws IOException {
    Path old = oldPath(entry);
    if (exists(old) && !FileFingerprint.of(attributes(old)).equals(taken.get(entry.number()))) {
      refuseOther(entry);
    }
  }

  /** Removes folders that became empty when a file was deleted. */
  private void prune(String deepest) {
    String folder = deepest;
    while (!folder.isEmpty() && DurableFiles.deleteIfEmpty(root.resolve(folder))) {
      folder = PackagePath.folder(folder);
    }
  }

  // --- Undo -------------------------------------------------------------------------------------

  /** Puts the old files back. A file that somebody changed meanwhile stays as it is. */
  void undo() throws IOException {
    for (Entry entry : journal.entries().reversed()) {
      undo(entry);
      listener.reached(TransactionListener.TAKEN_BACK, entry.number());
    }
    for (String folder : journal.folders().reversed()) {
      boolean _ = DurableFiles.deleteIfEmpty(root.resolve(folder));
    }
  }

  /** Returns the files that somebody changed or created meanwhile, each with what became of it. */
  List<String> keptBoth() {
    return keptBoth;
  }

  private void undo(Entry entry) throws IOException {
    if (isPlaced(entry) && exists(place(entry))) {
      Files.deleteIfExists(newPath(entry));
      Files.move(place(entry), newPath(entry), StandardCopyOption.ATOMIC_MOVE);
    }
    if (!isStaged(entry) && exists(newPath(entry)) && !exists(place(entry))) {
      DurableFiles.moveToFreeName(newPath(entry), place(entry)); // somebody changed it
    }
    if (exists(oldPath(entry))) {
      putBack(entry);
    }
  }

  private void putBack(Entry entry) throws IOException {
    Path old = oldPath(entry);
    Path file = place(entry);
    if (isSameFile(old, file)) {
      Files.delete(old);
      return;
    }
    Files.createDirectories(file.resolveSibling(""));
    if (exists(file)) {
      Path beside = freeName(file);
      DurableFiles.moveToFreeName(old, beside);
      keptBoth.add(
          entry.path()
              + " (changed meanwhile; as it was read, it is in "
              + beside.getFileName()
              + ")");
    } else {
      DurableFiles.moveToFreeName(old, file);
    }
  }

  /** Returns a name beside a file that no reader of packages takes for a file of resources. */
  private static Path freeName(Path file) {
    String name = file.getFileName() + ".orig";
    Path free = file.resolveSibling(name);
    for (int next = 2; exists(free); next++) {
      free = file.resolveSibling(name + next);
    }
    return free;
  }
}
