package dev.kiln.client.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A package: the resources in the files of a folder and its subfolders, as they were when the
 * package was read.
 *
 * <p>It reads files that end in {@code .yaml}, {@code .yml} or {@code .json}, except those that
 * {@code .krmignore} files name. It splits Lists into their items. A written file differs from the
 * file on disk only where something changed.
 */
public final class PackageFolder {
  private static final String MOUNT =
      ": a mount, so its files cannot be replaced together with those outside of it"
          + " (expected: a package on one file system)";

  private final ReadContext context;
  private final Map<String, PackageFile> files;
  private final List<PackageItem> items;
  private final List<String> warnings;

  PackageFolder(ReadContext context, List<PackageFile> files, List<String> warnings) {
    this.context = context;
    this.files = new LinkedHashMap<>();
    this.items = new ArrayList<>();
    for (var file : files) {
      this.files.put(file.path(), file);
      this.items.addAll(file.items());
    }
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads a folder. It writes nothing.
   *
   * @param root the folder or a link to it
   * @throws PackageException if there is no such folder, something in it cannot be read, or a
   *     process was killed while it wrote into it; it names all problems
   */
  public static PackageFolder read(Path root, ReadOptions options) {
    return new PackageReader(root, options).read();
  }

  /**
   * Reads a folder that is going to be written. If a process of this user was killed while it wrote
   * into the folder, that write is finished or undone first, and a warning says so.
   *
   * @param root the folder or a link to it
   * @throws PackageException if there is no such folder, or something in it cannot be read; it
   *     names all problems
   */
  public static PackageFolder recoverAndRead(Path root, ReadOptions options) {
    return new PackageReader(root, options).recoverAndRead();
  }

  /** The root as the caller gave it. */
  public Path root() {
    return context.given();
  }

  /** All resources, ordered by path, segment by segment, then by index. */
  public List<PackageItem> items() {
    return Collections.unmodifiableList(items);
  }

  /**
   * Returns what was left alone, or repaired, while the folder was read: one line each, with its
   * place.
   */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * Refuses a package with files in a mount, such as another file system. They could not be
   * replaced in one step with the others.
   *
   * @throws PackageException with all such mounts
   */
  public void requireOneFileSystem() {
    List<String> mounts =
        MountPoints.below(context.root()).stream().filter(this::hasFilesIn).toList();
    if (!mounts.isEmpty()) {
      throw new PackageException(mounts.stream().map(mount -> mount + MOUNT).toList());
    }
  }

  private boolean hasFilesIn(String mount) {
    return files.keySet().stream()
        .anyMatch(path -> path.equals(mount) || path.startsWith(mount + "/"));
  }

  /**
   * Plans the files that the package would have with exactly these items. This changes no file.
   *
   * @throws PackageException if an item cannot be placed where it should be; it names all such
   *     items
   */
  public WritePlan plan(List<PlacedItem> after) {
    return new WritePlanner(context, files).plan(after);
  }
}
