package dev.kiln.client.steps;

/**
 * What a declared function sees: the folder that it was declared in, and all below.
 *
 * @param folder relative to the package, with slashes; empty for all of the package
 */
public record Scope(String folder) {
  /** All of the package. */
  public static final Scope ALL = new Scope("");

  private static final String FUNCTIONS = "functions";

  /**
   * Of what is declared in a file. A folder {@code functions} counts as the one that it is in: it
   * is where people keep the functions of that folder.
   *
   * @param path of the file, relative to the package, with slashes
   */
  public static Scope of(String path) {
    String folder = parent(path);
    String last = folder.substring(folder.lastIndexOf('/') + 1);
    return new Scope(last.equals(FUNCTIONS) ? parent(folder) : folder);
  }

  /** Whether a file is in it: {@code foo} holds {@code foo/a.yaml}, not {@code foobar/a.yaml}. */
  public boolean contains(String path) {
    return folder.isEmpty()
        || (path.length() > folder.length()
            && path.charAt(folder.length()) == '/'
            && path.startsWith(folder));
  }

  /** How many folders lead to it. */
  int depth() {
    return folder.isEmpty() ? 0 : 1 + (int) folder.chars().filter(c -> c == '/').count();
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
