package dev.kiln.runtime.kind;

import java.util.List;

/**
 * What somebody asked to run, and cannot be run so: a line for each problem, which names the place,
 * what was found and what fits.
 */
public final class InvalidDeclarationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidDeclarationException(String problem) {
    super(problem);
  }

  public InvalidDeclarationException(List<String> problems) {
    super(String.join("\n", problems));
  }
}
