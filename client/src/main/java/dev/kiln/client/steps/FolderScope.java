package dev.kiln.client.steps;

/**
 * The files that a declared function sees: the folder of its declaration and all folders below.
 *
 * @param folder relative to the package, with slashes; empty for the whole package
 */
public record FolderScope(String folder) {
  /** The whole package. */
  public static final FolderScope ALL = new FolderScope("");

  private static final String FUNCTIONS = "functions";

  /**
   * Returns the scope of declarations in a file. A folder {@code functions} counts as its parent,
   * because people keep the functions of a folder there.
   *
   * @param path the path of the file, relative to the package, with slashes
   */
  public static FolderScope of(String path) {
    String folder = parent(path);
    String last = folder.substring(folder.lastIndexOf('/') + 1);
    return new FolderScope(last.equals(FUNCTIONS) ? parent(folder) : folder);
  }

  /** Whether the scope is the whole package. */
  public boolean isEverything() {
    return folder.isEmpty();
  }

  /**
   * Whether the scope contains a file: {@code foo} contains {@code foo/a.yaml}, but not {@code
   * foobar/a.yaml}.
   */
  public boolean contains(String path) {
    return folder.isEmpty()
        || (path.length() > folder.length()
            && path.charAt(folder.length()) == '/'
            && path.startsWith(folder));
  }

  /** The number of folders on the path to the scope. */
  int depth() {
    return folder.isEmpty() ? 0 : 1 + (int) folder.chars().filter(c -> c == '/').count();
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
