package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the problems found while a folder is read, so that a person sees all of them at once.
 */
final class Diagnostics {
  private final boolean strict;
  final List<String> errors = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();

  Diagnostics(boolean strict) {
    this.strict = strict;
  }

  /**
   * Creates diagnostics for a part of what is read. They are {@linkplain #add added} later, in the
   * order of the parts.
   */
  Diagnostics fork() {
    return new Diagnostics(strict);
  }

  void add(Diagnostics part) {
    errors.addAll(part.errors);
    warnings.addAll(part.warnings);
  }

  void error(String line) {
    errors.add(line);
  }

  void warning(String line) {
    warnings.add(line);
  }

  /**
   * Reports something that is not a resource: a warning that it is left alone, or an error in
   * strict mode.
   */
  void notAResource(String line) {
    if (strict) {
      error(line);
    } else {
      warning(line + "; left alone");
    }
  }

  void throwIfErrors() {
    if (!errors.isEmpty()) {
      throw new PackageException(errors);
    }
  }
}
