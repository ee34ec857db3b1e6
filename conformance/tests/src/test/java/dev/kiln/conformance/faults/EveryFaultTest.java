package dev.kiln.conformance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.ConformanceCase;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A judge that cannot fail is no judge: there is a fault for all that it asks. */
class EveryFaultTest {
  /** What nobody can break alone, and why. */
  private static final Map<String, String> CLAUSES =
      Map.of("v2/superset", "who breaks it answers nothing at all on stdin");

  /** Cases that nobody can break alone, and why. */
  private static final Map<String, String> CASES =
      Map.of(
          "v2-stdin", "it is asked as every list on stdin is",
          "v2-http-request-yaml", "it is asked as every list over HTTP is",
          "v2-http-accept-yaml", "it is asked as every list over HTTP is",
          "v2-http-request-json", "it is asked as v2-http-accept-yaml-of-json is",
          "contract-version-v1", "it is asked as every sample list is");

  private static final CaseCatalog ALL = CaseCatalog.read();

  @Test
  void knowsAFaultForEveryClause() {
    Set<String> broken = faults().map(Fault::clause).collect(Collectors.toSet());
    Stream<String> tested =
        ALL.clauses().values().stream()
            .filter(clause -> clause.untested().isEmpty() && isOurs(clause))
            .map(Clause::id)
            .filter(id -> !CLAUSES.containsKey(id));

    assertThat(broken).containsAll(tested.toList());
  }

  @Test
  void knowsAFaultForEveryCase() {
    Set<String> broken =
        faults().flatMap(fault -> fault.cases().stream()).collect(Collectors.toSet());
    Stream<String> asked =
        ALL.all().stream()
            .filter(each -> isOurs(each.clause()))
            .map(ConformanceCase::id)
            .filter(id -> !CASES.containsKey(id));

    assertThat(broken).containsAll(asked.toList());
  }

  @Test
  void excusesOnlyWhatHasNoFault() {
    Stream<String> broken =
        faults().flatMap(fault -> Stream.concat(Stream.of(fault.clause()), fault.cases().stream()));

    assertThat(broken).noneMatch(id -> CLAUSES.containsKey(id) || CASES.containsKey(id));
  }

  @Test
  void breaksOneClauseWithEachFault() {
    Map<String, String> clauses =
        ALL.all().stream()
            .collect(Collectors.toMap(ConformanceCase::id, each -> each.clause().id()));

    assertThat(faults())
        .allSatisfy(
            fault ->
                assertThat(fault.cases())
                    .isNotEmpty()
                    .allMatch(id -> fault.clause().equals(clauses.get(id))));
  }

  private static boolean isOurs(Clause clause) {
    return !clause.id().startsWith("v1/");
  }

  private static Stream<Fault> faults() {
    return Stream.of(
            HttpFaultsTest.all(),
            HttpFaultsTest.ofDefinitions(),
            GrpcFaults.all(),
            LaunchFaults.all())
        .flatMap(some -> some);
  }
}
