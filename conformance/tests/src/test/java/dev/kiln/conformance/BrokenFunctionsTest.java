package dev.kiln.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.cases.RequirementLevel;
import dev.kiln.conformance.execution.Sample;
import dev.kiln.conformance.judge.CaseSelection;
import dev.kiln.conformance.judge.CaseVerdict;
import dev.kiln.conformance.judge.Judge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A judge that cannot fail is no judge: who is broken in one way fails there, and only there. */
@Execution(ExecutionMode.CONCURRENT)
class BrokenFunctionsTest {
  private static final String V1 = "v1/";

  /** {@link BrokenImagesTest} has them. */
  private static final Set<String> OF_IMAGES = Set.of("v1-container", "v1-nobody");

  /** Of the list that the kit sends it is the version: who refuses it is asked little else. */
  private static final String VERSION_OF_THE_SAMPLE = "v1-version-v1";

  private static final CaseCatalog CASES = CaseCatalog.read();
  private static final Sample SAMPLE = Sample.kit(Optional.empty());

  @TempDir private static Path folder;

  @AutoClose private static BrokenFunctionServer functions;

  @BeforeAll
  static void start() throws Exception {
    functions = new BrokenFunctionServer(ExternalTools.python(), ExternalTools.goFunction(folder));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void failsWhatIsBrokenOnly(BrokenFunction fault) throws Exception {
    var judge = new Judge(functions.target(fault.name()), SAMPLE, _ -> {});

    List<CaseVerdict> verdicts =
        judge.judge(CASES, new CaseSelection(RequirementLevel.MAY, List.of(V1)));

    assertThat(
            verdicts.stream()
                .filter(CaseVerdict::isFailed)
                .map(each -> each.conformanceCase().id()))
        .containsExactlyInAnyOrderElementsOf(fault.cases());
  }

  static Stream<BrokenFunction> faults() throws Exception {
    return BrokenFunction.all();
  }

  @Test
  void failsAnyVersionThatIsRefused() throws Exception {
    Path list = folder.resolve("list.yaml");
    Files.writeString(
        list,
        """
        apiVersion: config.kubernetes.io/v1beta1
        kind: ResourceList
        items: []
        functionConfig: {"apiVersion":"conformance.kiln.dev/v1alpha1","kind":"Kit","spec":{"action":"echo"}}
        """);

    List<String> failed =
        JudgeRun.failed(
            "exec:" + String.join(" ", functions.command("refuses-v1")),
            "--list",
            list.toString(),
            "--clause",
            "v1/versions");

    assertThat(failed).containsExactly(VERSION_OF_THE_SAMPLE);
  }

  @Test
  void knowsAFaultForEveryCase() throws Exception {
    Stream<String> cases =
        CASES.all().stream()
            .filter(each -> each.clause().id().startsWith(V1))
            .map(ConformanceCase::id)
            .filter(id -> !OF_IMAGES.contains(id) && !id.equals(VERSION_OF_THE_SAMPLE));

    assertThat(BrokenFunction.all().flatMap(fault -> fault.cases().stream()))
        .containsAll(cases.toList());
  }

  @Test
  void knowsAFaultForEveryClause() throws Exception {
    Stream<String> clauses =
        CASES.clauses().values().stream()
            .filter(clause -> clause.untested().isEmpty())
            .map(Clause::id)
            .filter(id -> id.startsWith(V1) && !OF_IMAGES.contains(id.replace('/', '-')));

    assertThat(BrokenFunction.all().map(BrokenFunction::clause)).containsAll(clauses.toList());
  }

  @Test
  void breaksOneClauseWithEachFault() throws Exception {
    Map<String, String> clauses =
        CASES.all().stream()
            .collect(Collectors.toMap(ConformanceCase::id, each -> each.clause().id()));

    assertThat(BrokenFunction.all())
        .allSatisfy(
            fault ->
                assertThat(fault.cases()).extracting(clauses::get).containsOnly(fault.clause()));
  }
}
