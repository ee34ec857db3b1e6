package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Works out what the files of a package become when its items do. */
final class Planning {
  private final Snapshot snapshot;
  private final Map<String, PackageFile> files;
  private final List<String> problems = new ArrayList<>();

  Planning(Snapshot snapshot, Map<String, PackageFile> files) {
    this.snapshot = snapshot;
    this.files = files;
  }

  WritePlan plan(List<PlacedItem> after) {
    var byPath = byPath(after);
    var changes = new ArrayList<FileChange>();
    byPath.forEach((path, items) -> change(path, items).ifPresent(changes::add));
    if (!problems.isEmpty()) {
      throw new PackageException(problems);
    }
    return new WritePlan(snapshot, files, changes);
  }

  /** The items of each file that there is or is to be. */
  private Map<String, List<PlacedItem>> byPath(List<PlacedItem> after) {
    var byPath = new TreeMap<String, List<PlacedItem>>(PackagePath.ORDER);
    files.keySet().forEach(path -> byPath.put(path, new ArrayList<>()));
    for (var item : after) {
      var problem = PackagePath.problem(item.path());
      if (problem.isPresent()) {
        problem(item, item.path(), problem.get() + " (fits: a file below the package's folder)");
      } else {
        String path = PackagePath.normal(item.path());
        byPath.computeIfAbsent(path, _ -> new ArrayList<>()).add(item);
      }
    }
    return byPath;
  }

  private void problem(PlacedItem item, String path, String problem) {
    String id = item.resource().id().toString();
    problems.add((path.isBlank() ? "\"" + path + "\"" : path) + ": " + problem + ", for " + id);
  }

  private Optional<FileChange> change(String path, List<PlacedItem> items) {
    PackageFile before = files.get(path);
    if (before == null) {
      return create(path, items);
    }
    if (before.isForeign()) {
      items.forEach(item -> problem(item, path, "a file that is no resource (fits: another file)"));
      return Optional.empty();
    }
    byte[] text = FileDraft.of(before, items).text();
    if (text.length == 0 && !before.items().isEmpty()) {
      return Optional.of(FileChange.deleted(before));
    }
    return Arrays.equals(text, before.bytes())
        ? Optional.empty()
        : Optional.of(new FileChange(path, Kind.CHANGED, before.bytes(), text));
  }

  private Optional<FileChange> create(String path, List<PlacedItem> items) {
    var problem = misplaced(path);
    if (problem.isPresent()) {
      items.forEach(item -> problem(item, path, problem.get()));
      return Optional.empty();
    }
    byte[] text = FileDraft.of(path, items).text();
    return Optional.of(FileChange.created(path, text));
  }

  /** Why a new file cannot be at a path. */
  private Optional<String> misplaced(String path) {
    if (!snapshot.names().isOfPackage(PackagePath.name(path), false)) {
      return Optional.of("no file of a package (fits: a name that ends in .yaml, .yml or .json)");
    }
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!snapshot.names().isOfPackage(PackagePath.name(folder), true)) {
        return Optional.of("a folder that is not read: " + folder);
      }
      var attributes = find(snapshot.root().resolve(folder));
      if (attributes.isPresent() && !attributes.get().isDirectory()) {
        String what = attributes.get().isSymbolicLink() ? "a link" : "a file";
        return Optional.of("goes through " + what + ", " + folder + " (fits: a folder)");
      }
    }
    if (snapshot.ignores().hides(path)) {
      return Optional.of("a file that a " + Ignores.FILE + " hides (fits: another file)");
    }
    return find(snapshot.root().resolve(path)).map(Planning::taken);
  }

  private static String taken(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "a folder (fits: a file)";
    }
    return attributes.isSymbolicLink()
        ? "a link (fits: the file it leads to)"
        : "a file that was not read, and is not overwritten";
  }

  private static Optional<BasicFileAttributes> find(Path path) {
    try {
      return Optional.of(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException _) {
      return Optional.empty(); // nothing there, or nothing that can be seen: writing will tell
    }
  }
}
