package dev.kiln.client.files;

import java.util.List;

/** A package cannot be read, planned or written. The exception names all problems at once. */
public final class PackageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final List<String> problems;

  PackageException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  PackageException(String problem, Throwable cause) {
    super(problem, cause);
    this.problems = List.of(problem);
  }

  /**
   * Returns one line for each problem, with the place: {@code path:line:column: what was found
   * (expected: what would)}.
   */
  public List<String> problems() {
    return problems;
  }
}
