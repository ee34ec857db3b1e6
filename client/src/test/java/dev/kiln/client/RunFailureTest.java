package dev.kiln.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that fail, and what a run leaves then. */
class RunFailureTest {
  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder = new Folder(temp.resolve("package"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s/metadata:.*/metadata: [1]/", "s/annotations:.*/annotations: 1/"})
  void saysWhichFunctionFailedWhoseItemsAreOddInAnyWay(String change) {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Step odd = folder.step("odd", "sed '" + change + "; /^    *\\(name\\|.*config.k\\)/d'");
    Run run = folder.run(folder.step("same", "cat"), odd);
    assertThat(run.fatal().map(StepRun::step)).contains(odd);
    assertThat(folder.files()).isEqualTo(before);
  }

  @Test
  void writesNothingIfAFunctionFails() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            folder.step("set", "sed 's/a: 1/a: 2/'"),
            folder.step("fail", "cat; echo broken >&2; exit 4"),
            folder.step("never", "cat; touch " + temp.resolve("ran")));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(run.fatal().orElseThrow().exitCode()).isEqualTo(4);
    assertThat(run.fatal().orElseThrow().message()).contains("fail ended with exit code 4: broken");
    assertThat(temp.resolve("ran")).doesNotExist();
    assertThatThrownBy(run::placed)
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("exit code 4");
  }

  @Test
  void goesOnAfterAFailureThatIsDeferred() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            folder.step("fail", "exit 4").withDeferFailure(true),
            folder.step("set", "sed 's/a: 1/a: 2/'"));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("2"));
    assertThat(run.isSuccess()).isFalse();
  }

  @Test
  void takesWhatAFunctionLeftThatFailedDeferred() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(folder.step("fail", "sed 's/a: 1/a: 2/'; exit 1").withDeferFailure(true));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("2"));
  }

  @Test
  void takesNothingToStdoutForAFailureAndNotForNoItems() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("mute", "cat >/dev/null"));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(run.fatal().orElseThrow().message())
        .contains("/mute wrote nothing (expected: a ResourceList)");
  }

  private static final String NO_LIST = "cat >/dev/null; echo '{kind: ResourceList%s}'";

  @ParameterizedTest
  @ValueSource(strings = {"", ", item: []", ", items: ", ", items: null", ", results: []"})
  void takesAListWithoutItemsForAFailureAndNotForNoItems(String fields) {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("odd", NO_LIST.formatted(fields)));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(run.fatal().orElseThrow().message())
        .startsWith("it left no list to go on with: items: ")
        .contains("(expected: a list of objects)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", items: []}'; exit 1; echo '",
        "}'; exit 1; echo '",
        ", items: [], results: [{message: no, severity: error}]"
      })
  void keepsTheItemsOfAFunctionThatFailedDeferredAndLeftNone(String fields) {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("odd", NO_LIST.formatted(fields)).withDeferFailure(true));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(run.isSuccess()).isFalse();
  }

  @Test
  void readsTheResultsOfAFunctionThatFailedWithoutItems() {
    Run run =
        folder
            .withMap("a.yaml", "x", "1")
            .run(folder.step("odd", NO_LIST.formatted(", results: [{message: no}]}'; exit 1; '")));
    assertThat(run.results()).extracting(Result::message).containsExactly("no");
  }

  private static final String UNRATED =
      "cat; printf 'results:\\n- message: done\\n- message: careful\\n  severity: warning\\n'; ";

  @Test
  void takesAResultWithoutSeverityForGoodNewsIfTheFunctionSucceeded() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("good", UNRATED));
    assertThat(run.isSuccess()).isTrue();
    assertThat(run.results())
        .extracting(result -> result.severity() + " " + result.message())
        .containsExactly("INFO done", "WARNING careful");
    assertThat(run.steps().getFirst().unratedCount()).isEqualTo(1);
  }

  @Test
  void takesAResultWithoutSeverityForAnErrorIfTheFunctionFailed() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("bad", UNRATED + "exit 1"));
    assertThat(run.results()).extracting(Result::severity).contains(Severity.ERROR);
    assertThat(run.steps().getFirst().unratedCount()).isZero();
  }

  @Test
  void takesAResultWithoutSeverityForAnErrorIfTheSpecificationIsToBeKept() {
    folder.withMap("a.yaml", "x", "1");
    var strict = RunOptions.defaults().withStrictSeverity(true);
    Run run = folder.run(List.of(folder.step("good", UNRATED)), strict);
    assertThat(run.fatal().orElseThrow().message()).isEqualTo("done");
  }

  @Test
  void saysOfAPlaceThatItIsInWhatAFunctionLeft() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(folder.step("word", "cat >/dev/null; printf 'kind: ResourceList\\nitems: 7'"));
    assertThat(run.fatal().orElseThrow().message())
        .isEqualTo(
            "it left no list to go on with: items: 7 (expected: a list of objects)"
                + " at line 2, column 8 of its output");
  }

  @ParameterizedTest
  @CsvSource({
    "s/^  kind: .*//, 'items[0], v1 x: no kind (expected: a resource, with apiVersion and kind)'",
    "s/^  kind: .*/  kind: ''/, 'items[0], v1 x: no kind (expected: a resource'",
    "s/^- apiVersion: .*/- a: b/, 'items[0], ConfigMap x: no apiVersion (expected: a resource'",
    "s/^  metadata:/  metadata: m\\n  old:/, 'items[0], v1 ConfigMap: metadata is no map (expected: a map) at line 6, column 13 of its output'",
    "s/^    annotations:/    annotations: []\\n    old:/, 'metadata.annotations is no map'"
  })
  void refusesAnItemThatIsNoResourceAnyMore(String edit, String problem) {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Run run = folder.run(folder.step("break", "sed \"" + edit + "\""));
    assertThat(run.fatal().orElseThrow().message())
        .startsWith("it left no list to go on with: ")
        .contains(problem);
    assertThat(folder.files()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "../x.yaml, a path with .. (expected: a file below",
    "/tmp/x.yaml, an absolute path (expected: a file below",
    "x.txt, 'no file of a package (expected: a name that ends in .yaml, .yml or .json)'"
  })
  void refusesAPathThatNoFileCanHave(String path, String problem) {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Run moved = folder.run(folder.step("move", "sed \"s#'a.yaml'#'%s'#\"".formatted(path)));
    Run made =
        folder.run(
            folder.step(
                "make",
                "cat; printf -- '- apiVersion: v1\\n  kind: A\\n  metadata:\\n    name: y\\n    annotations:\\n      config.kubernetes.io/path: %s\\n'"
                    .formatted(path)));
    assertThat(moved.fatal().orElseThrow().message())
        .contains("v1 ConfigMap x: " + path + ": " + problem);
    assertThat(made.fatal().orElseThrow().message()).contains("v1 A y: " + path + ": " + problem);
    assertThat(folder.files()).isEqualTo(before);
  }

  @Test
  void defersTheFailureOfAnUnfitPath() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            folder.step("move", "sed \"s#'a.yaml'#'../x.yaml'#\"").withDeferFailure(true),
            folder.step("set", "sed 's/a: 1/a: 2/'"));
    assertThat(run.isSuccess()).isFalse();
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", Folder.data("2")));
  }

  @Test
  void keepsTheResultsOfAFunctionWhoseItemsAreNone() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            folder.step(
                "break",
                "sed 's/^  kind: .*//'; printf 'results:\\n- message: careful\\n  severity: warning\\n'"));
    assertThat(run.results()).extracting(Result::message).containsExactly("careful");
  }

  @ParameterizedTest
  @CsvSource({
    "'- apiVersion: v1\n  metadata: {name: x}', 'items[0]: no kind (expected: a resource, with apiVersion and kind) at line 4, column 3'",
    "'- {apiVersion: v1, kind: A, metadata: m}', 'items[0]: metadata is no map (expected: a map) at line 4, column 39'"
  })
  void refusesAListWhoseItemsCannotBeMarked(String item, String problem) {
    String list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + item;
    assertThatThrownBy(() -> PackageSource.read(list.replace("\\n", "\n").getBytes(UTF_8)))
        .isInstanceOf(BadInput.class)
        .hasMessage(problem);
  }

  @Test
  void losesNothingWithAProgramThatIsNotThere() {
    folder.withMap("a.yaml", "x", "1");
    var missing = ProgramFunction.of(List.of(temp.resolve("missing").toString()), List.of());
    Run run = folder.run(Step.of(missing).withDeferFailure(true));
    assertThat(folder.file("a.yaml")).isEqualTo(Folder.data("1"));
    assertThat(run.steps().getFirst().exitCode()).isEqualTo(127);
  }

  private static final String ERROR_RESULT =
      "cat; printf 'results:\\n- message: bad\\n  severity: error\\n'";

  @Test
  void takesAnErrorResultForAFailure() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(folder.step("judge", ERROR_RESULT));
    assertThat(run.fatal().orElseThrow().message()).isEqualTo("bad");
  }

  @Test
  void takesAnErrorResultForNoneIfItIsToldTo() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            List.of(folder.step("judge", ERROR_RESULT)),
            RunOptions.defaults().withAllowErrorResults(true));
    assertThat(run.isSuccess()).isTrue();
    assertThat(run.results()).extracting(Result::message).containsExactly("bad");
  }

  @Test
  void doesNotHandResultsOn() {
    folder.withMap("a.yaml", "x", "1");
    String warn = "cat; printf 'results:\\n- message: careful\\n  severity: warning\\n'";
    Run run = folder.run(folder.step("one", warn), folder.step("two", "cat"));
    assertThat(run.steps().get(1).results()).isEmpty();
  }

  @Test
  void tellsWhichFieldsChanged() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            List.of(folder.step("set", "sed 's/a: 1/a: 2/'")),
            RunOptions.defaults().withExplain(true));
    assertThat(run.steps().getFirst().changes().getFirst().fields())
        .extracting(change -> change.path() + " " + change.oldValue() + " " + change.newValue())
        .containsExactly("data.a 1 2");
  }

  @ParameterizedTest
  @CsvSource({
    "s#'a.yaml'#'b.yaml'#, path a.yaml b.yaml",
    "'/config.kubernetes.io.index/s/0/4/', index 0 4"
  })
  void tellsThatAnItemMoved(String edit, String told) {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            List.of(folder.step("move", "sed \"" + edit + "\"")),
            RunOptions.defaults().withExplain(true));
    assertThat(run.steps().getFirst().changes().getFirst().fields())
        .extracting(
            change ->
                (change.path() + " " + change.oldValue() + " " + change.newValue())
                    .replace("\n", ""))
        .containsExactly(told);
  }
}
