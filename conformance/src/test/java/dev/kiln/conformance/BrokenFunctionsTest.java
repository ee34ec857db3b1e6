package dev.kiln.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.cases.CaseCatalog;
import dev.kiln.conformance.cases.Clause;
import dev.kiln.conformance.cases.ConformanceCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final String COMPILE =
      "import py_compile, sys; py_compile.compile(sys.argv[1], sys.argv[2], doraise=True)";

  /** {@link BrokenImagesTest} has them. */
  private static final Set<String> OF_IMAGES = Set.of("v1-container", "v1-nobody");

  /** Of the list that the kit sends it is the version: who refuses it is asked little else. */
  private static final String VERSION_OF_THE_SAMPLE = "v1-version-v1";

  @TempDir private static Path folder;

  private static String broken = "";

  @BeforeAll
  static void build() throws Exception {
    String python = Peers.python();
    String source = BrokenFunction.FOLDER.resolve("broken").toString();
    String program = folder.resolve("broken.pyc").toString(); // starts in less time
    Peers.run("python3", List.of(python, "-c", COMPILE, source, program), Map.of());
    broken = "exec:%s -I -S %s %%s %s".formatted(python, program, Peers.goFunction(folder));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void failsWhatIsBrokenOnly(BrokenFunction fault) throws Exception {
    List<String> failed = JudgeRun.failed(broken.formatted(fault.name()), "--kit", "--clause", V1);

    assertThat(failed).containsExactlyInAnyOrderElementsOf(fault.cases());
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
            broken.formatted("refuses-v1"), "--list", list.toString(), "--clause", "v1/versions");

    assertThat(failed).containsExactly(VERSION_OF_THE_SAMPLE);
  }

  @Test
  void knowsAFaultForEveryCase() throws Exception {
    Stream<String> cases =
        CaseCatalog.read().all().stream()
            .filter(each -> each.clause().id().startsWith(V1))
            .map(ConformanceCase::id)
            .filter(id -> !OF_IMAGES.contains(id) && !id.equals(VERSION_OF_THE_SAMPLE));

    assertThat(BrokenFunction.all().flatMap(fault -> fault.cases().stream()))
        .containsAll(cases.toList());
  }

  @Test
  void knowsAFaultForEveryClause() throws Exception {
    Stream<String> clauses =
        CaseCatalog.read().clauses().values().stream()
            .filter(clause -> clause.untested().isEmpty())
            .map(Clause::id)
            .filter(id -> id.startsWith(V1) && !OF_IMAGES.contains(id.replace('/', '-')));

    assertThat(BrokenFunction.all().map(BrokenFunction::clause)).containsAll(clauses.toList());
  }

  @Test
  void breaksOneClauseWithEachFault() throws Exception {
    Map<String, String> clauses =
        CaseCatalog.read().all().stream()
            .collect(Collectors.toMap(ConformanceCase::id, each -> each.clause().id()));

    assertThat(BrokenFunction.all())
        .allSatisfy(
            fault ->
                assertThat(fault.cases()).extracting(clauses::get).containsOnly(fault.clause()));
  }
}
