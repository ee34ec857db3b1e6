package dev.kiln.conformance.judge;

import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.cases.RequirementLevel;
import java.util.List;

/**
 * Which cases are asked.
 *
 * @param level the least binding that is
 * @param clauses clauses or cases by how their ids begin; empty for all
 */
public record CaseSelection(RequirementLevel level, List<String> clauses) {
  boolean has(ConformanceCase conformanceCase) {
    return conformanceCase.clause().level().compareTo(level) <= 0
        && (clauses.isEmpty()
            || clauses.stream()
                .anyMatch(
                    start ->
                        conformanceCase.clause().id().startsWith(start)
                            || conformanceCase.id().startsWith(start)));
  }
}
