package dev.kiln.client.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
   * Reads a folder. What a process that was killed while it wrote into it has left is seen to
   * first.
   *
   * @param root may be a link to it
   * @throws PackageException if there is none, or something in it cannot be read: names all that is
   *     wrong
   */
  public static PackageFolder read(Path root, ReadOptions options) {
    return new PackageReader(root, options).read();
  }

  /** As it was given. */
  public Path root() {
    return context.given();
  }

  /** All resources, by path, segment by segment, then index. */
  public List<PackageItem> items() {
    return Collections.unmodifiableList(items);
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
    return new WritePlanner(context, files).plan(after);
  }
}
