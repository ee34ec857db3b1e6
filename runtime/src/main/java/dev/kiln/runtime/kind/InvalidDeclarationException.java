package dev.kiln.runtime.kind;

import java.util.List;

/**
 * A declaration is invalid. The message has a line for each problem, which names the place, what
 * was found and what is valid.
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
