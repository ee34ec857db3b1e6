package dev.kiln.client.files;

import java.util.ArrayList;
import java.util.List;

/** What is found wrong while a folder is read: gathered, so that a person hears of all at once. */
final class Findings {
  private final boolean strict;
  final List<String> problems = new ArrayList<>();
  final List<String> warnings = new ArrayList<>();

  Findings(boolean strict) {
    this.strict = strict;
  }

  /** For some of what is read, to be {@linkplain #add added} when it is their turn. */
  Findings part() {
    return new Findings(strict);
  }

  void add(Findings part) {
    problems.addAll(part.problems);
    warnings.addAll(part.warnings);
  }

  void problem(String line) {
    problems.add(line);
  }

  void warning(String line) {
    warnings.add(line);
  }

  /** Something that is no resource: left alone, or refused if that is wanted. */
  void foreign(String line) {
    if (strict) {
      problem(line);
    } else {
      warning(line + "; left alone");
    }
  }

  void refuse() {
    if (!problems.isEmpty()) {
      throw new PackageException(problems);
    }
  }
}
