package dev.kiln.conformance.report;

import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.RequirementLevel;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.CaseVerdict.Kind;
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
public record JudgementSummary(
    String target,
    List<CaseVerdict> verdicts,
    List<CaseVerdict> failed,
    List<CaseVerdict> known,
    List<String> stale) {
  /** Which kit it was: classes that lie in a folder have no manifest. */
  public static final String VERSION =
      Objects.requireNonNullElse(
          JudgementSummary.class.getPackage().getImplementationVersion(), "from source");

  /** Sorts them. */
  public static JudgementSummary of(String target, List<CaseVerdict> verdicts, KnownFailures list) {
    List<CaseVerdict> failed = verdicts.stream().filter(CaseVerdict::isFailed).toList();
    return new JudgementSummary(
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
  Map<Clause, List<CaseVerdict>> byClause() {
    var byClause = new LinkedHashMap<Clause, List<CaseVerdict>>();
    verdicts.forEach(
        verdict ->
            byClause
                .computeIfAbsent(verdict.conformanceCase().clause(), _ -> new ArrayList<>())
                .add(verdict));
    return byClause;
  }

  /** How a clause stands: one case that fails breaks it. */
  static Kind kind(List<CaseVerdict> verdicts) {
    if (verdicts.stream().anyMatch(CaseVerdict::isFailed)) {
      return Kind.FAILED;
    }
    return verdicts.stream().anyMatch(verdict -> verdict.kind() == Kind.PASSED)
        ? Kind.PASSED
        : Kind.NOT_ASKED;
  }

  /** One line that can be quoted. */
  public String line() {
    var parts = new ArrayList<String>();
    for (RequirementLevel level : RequirementLevel.values()) {
      long asked = count(level, Kind.PASSED) + count(level, Kind.FAILED);
      if (asked > 0) {
        parts.add("%s %d of %d".formatted(level.text(), count(level, Kind.PASSED), asked));
      }
    }
    long rest =
        Stream.of(RequirementLevel.values()).mapToLong(each -> count(each, Kind.NOT_ASKED)).sum();
    if (rest > 0) {
      parts.add(rest + " not asked");
    }
    return "kiln conformance %s: %s: %s".formatted(VERSION, target, String.join(" · ", parts));
  }

  private long count(RequirementLevel level, Kind kind) {
    return byClause().entrySet().stream()
        .filter(each -> each.getKey().level() == level && kind(each.getValue()) == kind)
        .count();
  }
}
