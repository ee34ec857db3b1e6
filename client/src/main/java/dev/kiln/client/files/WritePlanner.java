package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.node.BadYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Plans the files of a package for a new set of items. */
final class WritePlanner {
  private final ReadContext context;
  private final Map<String, PackageFile> files;
  private final List<String> problems = new ArrayList<>();

  /** The files that exist or are planned. */
  private Set<String> wanted = Set.of();

  WritePlanner(ReadContext context, Map<String, PackageFile> files) {
    this.context = context;
    this.files = files;
  }

  WritePlan plan(List<PlacedItem> after) {
    var byPath = byPath(after);
    wanted = byPath.keySet();
    var changes = new ArrayList<FileChange>();
    byPath.forEach((path, items) -> change(path, items).ifPresent(changes::add));
    if (!problems.isEmpty()) {
      throw new PackageException(problems);
    }
    return new WritePlan(context, files, changes, after.size());
  }

  /** Groups the items by file, for each file that exists or is planned. */
  private Map<String, List<PlacedItem>> byPath(List<PlacedItem> after) {
    Map<String, List<PlacedItem>> byPath = LinkedHashMap.newLinkedHashMap(files.size());
    files.keySet().forEach(path -> byPath.put(path, new ArrayList<>(1)));
    for (var item : after) {
      var problem = PackagePath.findSyntaxProblem(item.path());
      if (problem.isPresent()) {
        problem(item, item.path(), problem.get() + PackagePath.BELOW);
      } else {
        String path = PackagePath.normal(item.path());
        byPath.computeIfAbsent(path, _ -> new ArrayList<>(1)).add(item);
      }
    }
    return byPath.size() == files.size() ? byPath : inOrder(byPath);
  }

  /** Returns the files in their order. Those that exist are in order already. */
  private static Map<String, List<PlacedItem>> inOrder(Map<String, List<PlacedItem>> byPath) {
    var ordered = new TreeMap<String, List<PlacedItem>>(PackagePath.ORDER);
    ordered.putAll(byPath);
    return ordered;
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
    if (before.hasOnlyForeignDocuments()) {
      items.forEach(
          item -> problem(item, path, "a file that is no resource (expected: another file)"));
      return Optional.empty();
    }
    byte[] text = text(path, () -> FileRenderer.render(before, items));
    if (text.length == 0 && !before.items().isEmpty()) {
      return Optional.of(FileChange.deleted(before));
    }
    return Arrays.equals(text, before.bytes())
        ? Optional.empty()
        : Optional.of(new FileChange(path, Kind.CHANGED, before.bytes(), text));
  }

  private Optional<FileChange> create(String path, List<PlacedItem> items) {
    var problem = findPathProblem(path);
    if (problem.isPresent()) {
      items.forEach(item -> problem(item, path, problem.get()));
      return Optional.empty();
    }
    byte[] text = text(path, () -> FileRenderer.render(path, items));
    return Optional.of(FileChange.created(path, text));
  }

  private byte[] text(String path, Supplier<byte[]> rendering) {
    try {
      return rendering.get();
    } catch (BadYaml | BadInput e) {
      problems.add(path + ": cannot be written: " + e.getMessage());
      return new byte[0];
    }
  }

  /** Returns why a new file cannot be at a path. */
  private Optional<String> findPathProblem(String path) {
    var there = find(context.root().resolve(path));
    if (there.isPresent() && there.get().isDirectory()) {
      return Optional.of("a folder (expected: a file)");
    }
    var misnamed = PackagePath.findNameProblem(path, context.names());
    if (misnamed.isPresent()) {
      return misnamed;
    }
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!context.names().accepts(PackagePath.name(folder), true)) {
        return Optional.of(
            "goes through " + folder + ", which is not read (expected: another folder)");
      }
      var attributes = find(context.root().resolve(folder));
      if (attributes.isPresent() ? !attributes.get().isDirectory() : wanted.contains(folder)) {
        boolean link = attributes.isPresent() && attributes.get().isSymbolicLink();
        return Optional.of(
            "goes through a " + (link ? "link, " : "file, ") + folder + " (expected: a folder)");
      }
    }
    if (context.ignores().hides(path)) {
      return Optional.of("a file that a " + IgnoreRules.FILE + " hides (expected: another file)");
    }
    return there.map(WritePlanner::describeObstacle);
  }

  private static String describeObstacle(BasicFileAttributes attributes) {
    return attributes.isSymbolicLink()
        ? "a link (expected: the file it leads to)"
        : "a file that was not read, and is not overwritten";
  }

  private static Optional<BasicFileAttributes> find(Path path) {
    try {
      return Optional.of(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException _) {
      return Optional.empty(); // nothing there, or nothing visible: writing will tell
    }
  }
}
