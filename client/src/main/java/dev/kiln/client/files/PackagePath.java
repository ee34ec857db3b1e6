package dev.kiln.client.files;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The paths of items: relative, with slashes, within the package. */
public final class PackagePath {
  /** Orders by segments, so that the files of a folder stand together. */
  static final Comparator<String> ORDER = PackagePath::compare;

  static final String BELOW = " (expected: a file below the package's folder)";
  private static final String NAMED =
      "no file of a package (expected: a name that ends in .yaml, .yml or .json)";

  private PackagePath() {}

  /** Returns why no item can be at a path, whatever else the package has; empty if one can. */
  public static Optional<String> findProblem(String path) {
    return findSyntaxProblem(path)
        .map(problem -> problem + BELOW)
        .or(
            () ->
                findNameProblem(
                    path, new FileNameFilter(true))); // the plan knows whether Kptfiles are read
  }

  /** Returns why a file of that name would never be read. */
  static Optional<String> findNameProblem(String path, FileNameFilter names) {
    return names.accepts(name(path), false) ? Optional.empty() : Optional.of(NAMED);
  }

  /** Returns what is wrong with the path itself, wherever it leads. */
  static Optional<String> findSyntaxProblem(String path) {
    if (path.isBlank()) {
      return Optional.of("an empty path");
    }
    if (path.startsWith("/") || isWithDrive(path)) {
      return Optional.of("an absolute path");
    }
    if (path.indexOf('\\') >= 0) {
      return Optional.of("a path with a backslash");
    }
    if (hasControlCharacter(path)) {
      return Optional.of("a path with a control character");
    }
    if (path.contains("..") && List.of(path.split("/", -1)).contains("..")) {
      return Optional.of("a path with ..");
    }
    if (path.endsWith("/") || path.endsWith("/.") || path.equals(".")) {
      return Optional.of("a folder");
    }
    return Optional.empty();
  }

  private static boolean hasControlCharacter(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ' || path.charAt(i) == 0x7F) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithDrive(String path) {
    return path.length() > 2
        && path.charAt(1) == ':'
        && path.charAt(2) == '/'
        && Character.isLetter(path.charAt(0));
  }

  /** Removes {@code ./} and doubled slashes. */
  static String normal(String path) {
    if (!path.startsWith("./") && !path.contains("//") && !path.contains("/./")) {
      return path;
    }
    var normal = new StringBuilder();
    for (String segment : path.split("/", -1)) {
      if (!segment.isEmpty() && !segment.equals(".")) {
        normal.append(normal.isEmpty() ? "" : "/").append(segment);
      }
    }
    return normal.toString();
  }

  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Returns the folder of a path; empty for the root. */
  static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  static String in(String folder, String name) {
    return folder.isEmpty() ? name : folder + "/" + name;
  }

  private static int compare(String a, String b) {
    int most = Math.min(a.length(), b.length());
    for (int i = 0; i < most; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return x == '/' ? -1 : y == '/' ? 1 : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
