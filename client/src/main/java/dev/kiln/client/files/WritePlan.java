package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The planned changes to the files of a package. */
public final class WritePlan {
  private static final int MANY_ITEMS = 10;

  private final ReadContext context;
  private final Map<String, PackageFile> files;
  private final List<FileChange> changes;
  private final int itemCount;

  /**
   * Creates a plan.
   *
   * @param itemCount the number of items that the package will have
   */
  WritePlan(
      ReadContext context,
      Map<String, PackageFile> files,
      List<FileChange> changes,
      int itemCount) {
    this.context = context;
    this.files = files;
    this.changes = List.copyOf(changes);
    this.itemCount = itemCount;
  }

  /** The files that change, by path. Files that are not named stay as they are. */
  public List<FileChange> changes() {
    return changes;
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** How many resources the package has. */
  public int itemsBefore() {
    return files.values().stream().mapToInt(file -> file.items().size()).sum();
  }

  /** How many resources the package will have. */
  public int itemsAfter() {
    return itemCount;
  }

  /**
   * Whether the package will lose more than half of its resources, and had ten or more. That is
   * more often a mistake of a function than meant.
   */
  public boolean deletesMost() {
    int before = itemsBefore();
    return before >= MANY_ITEMS && (before - itemCount) * 2 > before;
  }

  /** Whether the package will lose all of its resources. */
  public boolean deletesAll() {
    return itemCount == 0 && itemsBefore() > 0;
  }

  /**
   * Returns all changes as {@code git diff} shows them; {@code git apply} and {@code patch} can
   * read them.
   */
  public String diff(boolean colour) {
    return UnifiedDiff.of(changes, colour);
  }

  /**
   * Returns a line for each changed file with several hard links: it is replaced, so its other
   * names keep the old text.
   */
  public List<String> warnings() {
    return changes.stream()
        .filter(change -> change.kind() == Kind.CHANGED)
        .filter(change -> DurableFiles.hasOtherLinks(context.root().resolve(change.path())))
        .map(change -> change.path() + ": a hard link; its other names keep the old text")
        .toList();
  }

  /**
   * Writes all files or none.
   *
   * @throws PackageException if a file cannot be written, or has changed since it was read; then
   *     all files are as they were
   */
  public void write() {
    write(TransactionListener.NONE);
  }

  void write(TransactionListener listener) {
    if (!isEmpty()) {
      new Transaction(context.root(), listener)
          .write(changes, () -> new ChangeDetector(context, files).run());
    }
  }

  /**
   * Writes the planned package into another folder: every file that was read or is planned, with
   * its mode, and no others.
   *
   * @param other is created if it is missing; else it must be empty and outside of the package
   * @return how many files it has
   * @throws PackageException if the folder does not meet these conditions, or cannot be written
   */
  public int writeTo(Path other) {
    refuseInside(other);
    boolean made = !Files.exists(other);
    boolean written = false;
    List<FileChange> whole = allFiles();
    try {
      Files.createDirectories(other);
      requireEmpty(other);
      new Transaction(other.toRealPath(), TransactionListener.NONE)
          .write(whole, () -> requireEmpty(other));
      written = true;
      for (var file : whole) {
        if (files.containsKey(file.path())) {
          DurableFiles.copyMode(context.root().resolve(file.path()), other.resolve(file.path()));
        }
      }
      return whole.size();
    } catch (IOException e) {
      throw new PackageException(other + ": cannot be written: " + FileErrors.reason(e), e);
    } finally {
      if (made && !written) {
        boolean _ = DurableFiles.deleteIfEmpty(other);
      }
    }
  }

  private void refuseInside(Path other) {
    for (Path root : List.of(context.root(), context.given().toAbsolutePath().normalize())) {
      if (other.toAbsolutePath().normalize().startsWith(root)) {
        throw new PackageException(
            List.of(other + ": in " + context.given() + " (expected: a folder outside of it)"));
      }
    }
  }

  private static void requireEmpty(Path folder) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.endsWith(Transaction.FOLDER)) {
          throw new PackageException(
              List.of(folder + ": has something in it (expected: an empty folder, or none)"));
        }
      }
    } catch (IOException e) {
      throw new PackageException(folder + ": cannot be written: " + FileErrors.reason(e), e);
    }
  }

  /** Returns all files of the planned package as new files. */
  private List<FileChange> allFiles() {
    var after = new TreeMap<String, byte[]>(PackagePath.ORDER);
    files.forEach((path, file) -> after.put(path, file.bytes()));
    for (var change : changes) {
      if (change.kind() == Kind.DELETED) {
        after.remove(change.path());
      } else {
        after.put(change.path(), change.after());
      }
    }
    var whole = new ArrayList<FileChange>();
    after.forEach((path, bytes) -> whole.add(FileChange.created(path, bytes)));
    return whole;
  }
}
