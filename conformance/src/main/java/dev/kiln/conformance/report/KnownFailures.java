package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.execution.InvalidFileException;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Cases that are allowed to fail. A listed case that passes is an error. */
public record KnownFailures(List<String> names) {
  /** Reads a list; none if there is no file. */
  public static KnownFailures read(Optional<Path> file, CaseCatalog cases)
      throws InvalidFileException {
    if (file.isEmpty()) {
      return new KnownFailures(List.of());
    }
    try {
      List<String> names =
          Files.readAllLines(file.get()).stream()
              .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
              .map(line -> line.replaceAll("\\s+", " "))
              .filter(line -> !line.isEmpty())
              .toList();
      for (String name : names) {
        if (!isCase(name, cases)) {
          throw new InvalidFileException(
              "%s: \"%s\" is no case (expected: an id of --clauses, as v1-comments, or one and a door)"
                  .formatted(file.get(), name));
        }
      }
      return new KnownFailures(names);
    } catch (NoSuchFileException _) {
      throw new InvalidFileException(file.get() + ": no such file");
    } catch (IOException e) {
      throw new InvalidFileException(file.get() + ": cannot be read: " + e.getMessage());
    }
  }

  private static boolean isCase(String name, CaseCatalog cases) {
    return cases.all().stream()
        .anyMatch(
            each ->
                name.equals(each.id())
                    || each.doors().stream().anyMatch(door -> name.equals(each.id() + " " + door)));
  }

  /** Whether a verdict is that of a listed case: through any door, or the one that is listed. */
  boolean has(CaseVerdict verdict) {
    return names.contains(verdict.conformanceCase().id()) || names.contains(verdict.name());
  }

  /** Those that were asked and do not fail. */
  List<String> stale(List<CaseVerdict> verdicts) {
    return names.stream()
        .filter(name -> has(verdicts, name, Kind.PASSED) && !has(verdicts, name, Kind.FAILED))
        .toList();
  }

  private static boolean has(List<CaseVerdict> verdicts, String name, Kind kind) {
    return verdicts.stream()
        .filter(verdict -> verdict.kind() == kind)
        .anyMatch(v -> v.name().equals(name) || v.conformanceCase().id().equals(name));
  }
}
