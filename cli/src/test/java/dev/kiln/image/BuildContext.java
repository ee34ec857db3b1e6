package dev.kiln.image;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of a folder that docker sends to its builder: all but those that {@code .dockerignore}
 * excludes. The last line that matches a path, or a folder that it is in, decides.
 */
final class BuildContext {
  /** Folders that are large and excluded anyway, so that they are not walked. */
  private static final Set<String> SKIPPED = Set.of(".git", ".kiln", "target");

  private final Path folder;
  private final List<Rule> rules;

  BuildContext(Path folder) throws IOException {
    this.folder = folder;
    Path ignore = folder.resolve(".dockerignore");
    this.rules =
        Files.exists(ignore)
            ? Files.readAllLines(ignore).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> Rule.of(line.strip()))
                .toList()
            : List.of();
  }

  private record Rule(Pattern path, boolean includes) {
    static Rule of(String line) {
      boolean includes = line.startsWith("!");
      String glob = (includes ? line.substring(1) : line).replaceAll("^/|/$", "");
      String regex =
          Pattern.quote(glob)
              .replace("**", "\\E.*\\Q")
              .replaceAll("(?<!\\.)\\*", "\\\\E[^/]*\\\\Q")
              .replace("?", "\\E[^/]\\Q");
      return new Rule(Pattern.compile(regex + "(/.*)?"), includes);
    }
  }

  /** Paths of files below the folder, with slashes. */
  List<String> files() throws IOException {
    var files = new ArrayList<String>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return SKIPPED.contains(String.valueOf(path.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            String name = folder.relativize(path).toString();
            if (isIncluded(name)) {
              files.add(name);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  private boolean isIncluded(String name) {
    boolean included = true;
    for (Rule rule : rules) {
      if (rule.path().matcher(name).matches()) {
        included = rule.includes();
      }
    }
    return included;
  }

  /** Whether a builder finds a file or folder of this name. */
  boolean has(String source) throws IOException {
    String path = source.replaceAll("^(\\./|/)|/$", "");
    return path.equals(".")
        || files().stream().anyMatch(file -> file.equals(path) || file.startsWith(path + "/"));
  }
}
