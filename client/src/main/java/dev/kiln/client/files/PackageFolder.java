package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A package: the resources in the files of a folder and below, as they were when it was read.
 *
 * <p>Files that end in {@code .yaml}, {@code .yml} or {@code .json} are read, but for what {@code
 * .krmignore} files name, and Lists are taken apart. What is written back differs from what is
 * there in what changed only.
 */
public final class PackageFolder {
  private final Snapshot snapshot;
  private final Map<String, PackageFile> files;
  private final List<PackageItem> items;
  private final List<String> warnings;

  private PackageFolder(
      Snapshot snapshot, List<PackageFile> files, List<PackageItem> items, List<String> warnings) {
    this.snapshot = snapshot;
    this.files = new LinkedHashMap<>();
    files.forEach(file -> this.files.put(file.path(), file));
    this.items = List.copyOf(items);
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads a folder.
   *
   * @param root may be a link to it
   * @throws PackageException if there is none, or something in it cannot be read: names all that is
   *     wrong
   */
  public static PackageFolder read(Path root, ReadOptions options) {
    Path folder = real(root);
    var findings = new Findings(options.strict());
    var ignores = new Ignores();
    var names = new FileNames(options.includeKptfile());
    var files = new ArrayList<PackageFile>();
    var items = new ArrayList<PackageItem>();
    for (var found : FolderWalk.files(folder, names, ignores, findings)) {
      try {
        byte[] bytes = Files.readAllBytes(found.onDisk());
        var file = FileParser.parse(found.path(), found.onDisk(), found.stamp(), bytes, findings);
        files.add(file);
        items.addAll(file.items());
      } catch (IOException e) {
        findings.problem(found.path() + ": cannot be read: " + Failures.reason(e));
      }
    }
    findings.refuse();
    var snapshot = new Snapshot(root, folder, names, ignores);
    return new PackageFolder(snapshot, files, items, findings.warnings);
  }

  private static Path real(Path root) {
    try {
      Path real = root.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new PackageException(List.of(root + ": no folder (fits: the folder of a package)"));
      }
      return real;
    } catch (NoSuchFileException e) {
      throw new PackageException(root + ": no such folder", e);
    } catch (IOException e) {
      throw new PackageException(root + ": cannot be read: " + Failures.reason(e), e);
    }
  }

  /** As it was given. */
  public Path root() {
    return snapshot.given();
  }

  /** All resources, by path, segment by segment, then index. */
  public List<PackageItem> items() {
    return items;
  }

  /** What was left alone, or repaired, while the folder was read: a line each, with its place. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * What the files would be if the package had these items and no others. Touches nothing.
   *
   * @throws PackageException if an item cannot be where it is to be: names all that cannot
   */
  public WritePlan plan(List<PlacedItem> after) {
    return new Planning(snapshot, files).plan(after);
  }
}
