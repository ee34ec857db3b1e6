package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.List;

/** What is found wrong while a folder is read: gathered, so that a person hears of all at once. */
final class Diagnostics {
  private final boolean strict;
  final List<String> errors = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();

  Diagnostics(boolean strict) {
    this.strict = strict;
  }

  /** For some of what is read, to be {@linkplain #add added} when it is their turn. */
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

  /** Something that is no resource: left alone, or refused if that is wanted. */
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
