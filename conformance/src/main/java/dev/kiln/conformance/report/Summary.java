package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.Level;
import dev.kiln.conformance.judge.Verdict;
import dev.kiln.conformance.judge.Verdict.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The verdicts on one target.
 *
 * @param failed those that nobody knew of
 * @param known those that are listed as known
 * @param stale what is listed as known and does not fail
 */
public record Summary(
    String target,
    List<Verdict> verdicts,
    List<Verdict> failed,
    List<Verdict> known,
    List<String> stale) {
  /** Which kit it was: classes that lie in a folder have no manifest. */
  public static final String VERSION =
      Objects.requireNonNullElse(
          Summary.class.getPackage().getImplementationVersion(), "from source");

  /** Sorts them. */
  public static Summary of(String target, List<Verdict> verdicts, KnownFailing list) {
    List<Verdict> failed = verdicts.stream().filter(Verdict::isFailed).toList();
    return new Summary(
        target,
        verdicts,
        failed.stream().filter(verdict -> !list.has(verdict)).toList(),
        failed.stream().filter(list::has).toList(),
        list.stale(verdicts));
  }

  public boolean isPassed() {
    return failed.isEmpty() && stale.isEmpty();
  }

  /** The clauses in the order of the cases, with what was found about each. */
  Map<Clause, List<Verdict>> byClause() {
    var byClause = new LinkedHashMap<Clause, List<Verdict>>();
    verdicts.forEach(
        verdict ->
            byClause
                .computeIfAbsent(verdict.asked().clause(), _ -> new ArrayList<>())
                .add(verdict));
    return byClause;
  }

  /** How a clause stands: one case that fails breaks it. */
  static Kind kind(List<Verdict> verdicts) {
    if (verdicts.stream().anyMatch(Verdict::isFailed)) {
      return Kind.FAILED;
    }
    return verdicts.stream().anyMatch(verdict -> verdict.kind() == Kind.PASSED)
        ? Kind.PASSED
        : Kind.NOT_ASKED;
  }

  /** One line that can be quoted. */
  public String line() {
    var parts = new ArrayList<String>();
    for (Level level : Level.values()) {
      long asked = count(level, Kind.PASSED) + count(level, Kind.FAILED);
      if (asked > 0) {
        parts.add("%s %d of %d".formatted(level.text(), count(level, Kind.PASSED), asked));
      }
    }
    long rest = Stream.of(Level.values()).mapToLong(each -> count(each, Kind.NOT_ASKED)).sum();
    if (rest > 0) {
      parts.add(rest + " not asked");
    }
    return "kiln conformance %s: %s: %s".formatted(VERSION, target, String.join(" · ", parts));
  }

  private long count(Level level, Kind kind) {
    return byClause().entrySet().stream()
        .filter(each -> each.getKey().level() == level && kind(each.getValue()) == kind)
        .count();
  }
}
