package dev.kiln.cli;

import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes a folder with files in it: all of them, or nothing. */
final class NewFolder {
  private static final int SHOWN = 5;

  private NewFolder() {}

  /**
   * Writes beside the folder and renames, so that nobody ever sees half of it.
   *
   * @throws UsageException if there is something already
   */
  static void create(Path folder, Map<String, String> files) throws IOException {
    Path place = requireFree(folder);
    Path beside =
        place.resolveSibling("." + place.getFileName() + "." + ProcessHandle.current().pid());
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = beside.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
      Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      delete(beside);
    }
  }

  /** Where the folder really is, if nothing is there but, at most, an empty folder. */
  private static Path requireFree(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw new UsageException(folder + " is a file (expected: a new or empty folder)");
      }
      return folder.toAbsolutePath().normalize();
    }
    List<String> there = names(folder);
    if (!there.isEmpty()) {
      throw new UsageException(
          folder + " has " + shown(there) + " in it (expected: a new or empty folder)");
    }
    if (Files.isSameFile(folder, Path.of(""))) {
      throw new UsageException(
          "the folder that you are in cannot be replaced: go to the one above and name this one");
    }
    return folder.toRealPath();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String shown(List<String> names) {
    int more = names.size() - SHOWN;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, SHOWN)) + " and " + more + " more";
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
