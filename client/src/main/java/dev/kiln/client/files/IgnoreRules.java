package dev.kiln.client.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of all {@code .krmignore} files of a package. They name what is not part of the
 * package, in the syntax of {@code .gitignore}.
 */
final class IgnoreRules {
  static final String FILE = ".krmignore";

  /** The rules by the folder of their file, in the order of the file. */
  private final Map<String, List<IgnoreRule>> rules = new HashMap<>();

  void read(String folder, Path file) throws IOException {
    var found = new ArrayList<IgnoreRule>();
    new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> IgnoreRule.parse(line).ifPresent(found::add));
    rules.put(folder, found);
  }

  /**
   * Whether the rules of the folders above ignore the path. The nearest folder decides, and in it
   * the last rule. Everything in an ignored folder is ignored, so callers must ask about the
   * folders above first.
   */
  boolean matches(String path, boolean folder) {
    if (rules.isEmpty()) {
      return false;
    }
    String from = path;
    do {
      from = PackagePath.folder(from);
      String below = from.isEmpty() ? path : path.substring(from.length() + 1);
      for (var rule : rules.getOrDefault(from, List.of()).reversed()) {
        if (rule.matches(below, folder)) {
          return rule.ignores();
        }
      }
    } while (!from.isEmpty());
    return false;
  }

  /** Whether a file, or a folder above it, is ignored. */
  boolean hides(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (matches(path.substring(0, slash), true)) {
        return true;
      }
    }
    return matches(path, false);
  }
}
