package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.Cases;
import dev.kiln.conformance.execution.BadFile;
import dev.kiln.conformance.judge.Verdict;
import dev.kiln.conformance.judge.Verdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Cases that are allowed to fail, until they do not any more. */
public record KnownFailing(List<String> names) {
  /** Reads a list; none if there is no file. */
  public static KnownFailing read(Optional<Path> file, Cases cases) throws BadFile {
    if (file.isEmpty()) {
      return new KnownFailing(List.of());
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
          throw new BadFile(
              "%s: \"%s\" is no case (fits: an id of --clauses, as v1-comments, or one and a door)"
                  .formatted(file.get(), name));
        }
      }
      return new KnownFailing(names);
    } catch (NoSuchFileException _) {
      throw new BadFile(file.get() + ": no such file");
    } catch (IOException e) {
      throw new BadFile(file.get() + ": cannot be read: " + e.getMessage());
    }
  }

  private static boolean isCase(String name, Cases cases) {
    return cases.all().stream()
        .anyMatch(
            each ->
                name.equals(each.id())
                    || each.doors().stream().anyMatch(door -> name.equals(each.id() + " " + door)));
  }

  /** Whether a verdict is that of a listed case: through any door, or the one that is listed. */
  boolean has(Verdict verdict) {
    return names.contains(verdict.asked().id()) || names.contains(verdict.name());
  }

  /** Those that were asked and do not fail. */
  List<String> stale(List<Verdict> verdicts) {
    return names.stream()
        .filter(name -> has(verdicts, name, Kind.PASSED) && !has(verdicts, name, Kind.FAILED))
        .toList();
  }

  private static boolean has(List<Verdict> verdicts, String name, Kind kind) {
    return verdicts.stream()
        .filter(verdict -> verdict.kind() == kind)
        .anyMatch(v -> v.name().equals(name) || v.asked().id().equals(name));
  }
}
