package dev.kiln.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.client.ItemChange.Kind;
import dev.kiln.client.files.PackageFolder;
import dev.kiln.client.steps.ResourceSelector;
import dev.kiln.client.steps.FolderScope;
import dev.kiln.client.steps.Selection;
import dev.kiln.runtime.kind.exec.ProgramFunction;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
  private static final String NONE =
      "cat >/dev/null; echo '{kind: ResourceList, apiVersion: config.kubernetes.io/v1, items: []}'";

  @TempDir private Path temp;
  private Folder folder;

  @BeforeEach
  void make() {
    folder = new Folder(temp.resolve("package"));
  }

  private Step step(String name, String script) {
    return Step.of(folder.program(name, script));
  }

  private static String data(String value) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: " + value + "\n";
  }

  // --- What goes wrong --------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"s/metadata:.*/metadata: [1]/", "s/annotations:.*/annotations: 1/"})
  void saysWhichFunctionFailedWhoseItemsAreOddInAnyWay(String change) {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Step odd = step("odd", "sed '" + change + "; /^    *\\(name\\|.*config.k\\)/d'");
    Run run = folder.run(step("same", "cat"), odd);
    assertThat(run.fatal().map(StepRun::step)).contains(odd);
    assertThat(folder.files()).isEqualTo(before);
  }

  // --- What reaches the disk --------------------------------------------------------------------

  @Test
  void changesTheLinesOnlyThatAFunctionChanged() {
    folder
        .with(
            "a.yaml",
            "# top\nkind:   ConfigMap # odd\napiVersion: v1\nmetadata: {name: x}\ndata: {a:  '1' }\n")
        .withMap("b.yaml", "y", "2");
    Map<String, String> before = folder.files();
    folder.run(step("set", "sed \"s/'1'/'3'/\""));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(before.getOrDefault("a.yaml", "").replace("'1'", "'3'"));
    assertThat(folder.file("b.yaml")).isEqualTo(before.get("b.yaml"));
  }

  @Test
  void leavesAFileToTheByteWhoseItemsAreOnlyWrittenInOtherWords() {
    folder.with(
        "a.yaml", "kind: ConfigMap\napiVersion: v1\nmetadata:\n    name:   x\ndata:\n    a: '1'\n");
    Map<String, String> before = folder.files();
    Run run = folder.run(step("same", "sed \"s/'1'/\\\"1\\\"/; s/   x/ x/\""));
    assertThat(folder.files()).isEqualTo(before);
    assertThat(run.steps().getFirst().changes()).isEmpty();
  }

  @Test
  void writesNoAnnotationOfItsOwn() {
    folder
        .withMap("a.yaml", "x", "1")
        .with("k.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n");
    folder.run(step("set", "sed 's/a: 1/a: 2/; s/kind: Kustomization/&\\n  images: []/'"));
    assertThat(folder.files())
        .isEqualTo(
            Map.of(
                "a.yaml",
                data("2"),
                "k.yaml",
                "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nimages: []\n"));
  }

  @Test
  void removesMarksThatLieOnDiskFromWhatItWrites() {
    String marked =
        data("1")
            .replace(
                "name: x\n",
                "name: x\n  annotations:\n    internal.config.kubernetes.io/path: z.yaml\n    config.kubernetes.io/index: \"7\"\n    mine: m\n");
    String alone = marked.replace("    mine: m\n", "").replace("a: 1", "a: 4");
    folder
        .with("a.yaml", marked)
        .with("b.yaml", marked.replace("a: 1", "a: 3"))
        .with("c.yaml", alone);
    folder.run(step("set", "sed 's/a: 1/a: 2/; s/a: 4/a: 5/'"));
    assertThat(folder.files())
        .isEqualTo(
            Map.of(
                "a.yaml",
                data("2").replace("name: x\n", "name: x\n  annotations:\n    mine: m\n"),
                "b.yaml",
                marked.replace("a: 1", "a: 3"),
                "c.yaml",
                data("5")));
  }

  @Test
  void putsWhatAFunctionMadeWhereItIsLookedFor() {
    folder.withMap("sub/a.yaml", "x", "1");
    Step make =
        step(
            "make",
            "cat; echo '- {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: \"sys:A\", namespace: NS}}'");
    folder.run(make.within(new FolderScope("sub")));
    assertThat(folder.files()).containsOnlyKeys("sub/a.yaml", "sub/ns/role_sys_a.yaml");
    assertThat(folder.file("sub/ns/role_sys_a.yaml")).doesNotContain("config.k");
  }

  @Test
  void putsWhatAFunctionMadeIntoTheFileThatItNames() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(
        step(
            "make",
            "cat; printf -- '- apiVersion: v1\\n  kind: ConfigMap\\n  metadata:\\n    name: y\\n    annotations:\\n      config.kubernetes.io/path: a.yaml\\n'"));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(data("1") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\n");
  }

  @Test
  void movesAnItemThatAFunctionMoves() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(step("move", "sed \"s#'a.yaml'#'b/c.yaml'#\""));
    assertThat(folder.files()).isEqualTo(Map.of("b/c.yaml", data("1")));
  }

  @Test
  void movesAnItemOfWhichOneSpellingSaysSo() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(step("move", "sed \"s#^\\( *config.kubernetes.io/path:\\).*#\\1 b.yaml#\""));
    assertThat(folder.files()).isEqualTo(Map.of("b.yaml", data("1")));
  }

  @Test
  void refusesAnItemThatIsToBeAtTwoPlaces() {
    folder.withMap("a.yaml", "x", "1");
    Map<String, String> before = folder.files();
    Run run =
        folder.run(
            step(
                "move",
                "sed \"s#^\\( *config.kubernetes.io/path:\\).*#\\1 b.yaml#; s#^\\( *internal.config.kubernetes.io/path:\\).*#\\1 c.yaml#\""));
    assertThat(run.fatal().orElseThrow().message())
        .contains("v1 ConfigMap x", "\"c.yaml\"", "\"b.yaml\"", "the same in both");
    assertThat(folder.files()).isEqualTo(before);
  }

  @Test
  void deletesWhatAFunctionDoesNotGiveBack() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "2");
    Run run = folder.run(step("half", "awk '/^- /{n++} n<2'"));
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", data("1")));
    assertThat(run.steps().getFirst().count(Kind.DELETED)).isEqualTo(1);
  }

  @Test
  void deletesAllIfAFunctionSucceedsAndGivesNothingBack() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "2");
    folder.run(step("none", NONE));
    assertThat(folder.files()).isEmpty();
  }

  @Test
  void keepsAllIfItIsToldTo() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(List.of(step("none", NONE)), RunOptions.defaults().keepingOnEmpty(true));
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", data("1")));
  }

  // --- What is known again ----------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sed '/config.kubernetes.io.path/d; /config.kubernetes.io.index/d'", // the id is left
        "sed '/config.k.*io.id/d; /config.kubernetes.io/d; s/annotations:/annotations: {}/'",
        "sed '/io.id:/d; /io.path:/d; /io.index:/d; /annotations:/d'",
        "sed 's#internal.config.kubernetes.io/id:.*#internal.config.kubernetes.io/id: what#'",
        "sed 's#io/id:.*#io/id: what#'"
      })
  void knowsAnItemAgainThatLostItsAnnotations(String script) {
    folder.with("a/b.yaml", "# top\n" + data("1")).withMap("c.yaml", "y", "2");
    folder.run(step("lose", script + " | sed 's/a: 1/a: 5/'"));
    assertThat(folder.files()).containsOnlyKeys("a/b.yaml", "c.yaml");
    assertThat(folder.file("a/b.yaml")).isEqualTo("# top\n" + data("5"));
  }

  @Test
  void takesACopyThatKeptItsIdForANewItem() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(
        step(
            "copy",
            "sed -n '1,/^items/p; /^items/,$w '$0.items; sed 1d $0.items | sed 's/name: x/name: y/'; sed 1d $0.items"));
    assertThat(folder.file("a.yaml"))
        .isEqualTo(data("1") + "---\n" + data("1").replace("name: x", "name: y"));
  }

  /** Drops all annotations that Kiln sets. */
  private static final String FORGET = "sed '/config.k/d; /annotations:/d";

  @Test
  void tellsItemsOfOneNameApartWithoutAnnotations() {
    folder.with("a/x.yaml", "# in a\n" + data("1")).with("b/x.yaml", "# in b\n" + data("2"));

    folder.run(step("forget", FORGET + "; s/a: 2/a: 3/'"));

    assertThat(folder.files())
        .containsEntry("a/x.yaml", "# in a\n" + data("1"))
        .containsEntry("b/x.yaml", "# in b\n" + data("3"))
        .hasSize(2);
  }

  @Test
  void deletesTheRightOneOfSeveralOfOneName() {
    folder.with("a/x.yaml", data("1")).with("b/x.yaml", "# in b\n" + data("2"));

    folder.run(step("first", FORGET + "' | awk '/^- /{n++} n!=1'"));

    assertThat(folder.files()).isEqualTo(Map.of("b/x.yaml", "# in b\n" + data("2")));
  }

  @Test
  void knowsAnItemAgainThatWasRenamed() {
    folder.with("a.yaml", data("1").replace("name: x", "name: x # first"));
    folder.run(step("rename", "sed 's/name: x/name: z/'"));
    assertThat(folder.file("a.yaml")).isEqualTo(data("1").replace("name: x", "name: z # first"));
  }

  // --- Which run, and on what -------------------------------------------------------------------

  @Test
  void givesEachFunctionWhatTheOneBeforeLeft() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(step("one", "sed 's/a: 1/a: 2/'"), step("two", "sed 's/a: 2/a: 3/'"));
    assertThat(folder.file("a.yaml")).isEqualTo(data("3"));
  }

  @Test
  void givesAFunctionItsFolderAndNoNeighbourThatIsCalledAlike() {
    folder
        .withMap("foo/a.yaml", "x", "1")
        .withMap("foobar/a.yaml", "x", "1")
        .withMap("foo/b/c.yaml", "x", "1");
    Run run = folder.run(step("set", "sed 's/a: 1/a: 2/'").within(new FolderScope("foo")));
    assertThat(run.steps().getFirst().itemCount()).isEqualTo(2);
    assertThat(folder.file("foobar/a.yaml")).isEqualTo(data("1"));
    assertThat(folder.file("foo/b/c.yaml")).isEqualTo(data("2"));
  }

  @Test
  void givesAFunctionWhatItsSelectorsFit() {
    folder.withMap("a.yaml", "x", "1").withMap("b.yaml", "y", "1");
    var named = new ResourceSelector("", "", "y", "", Map.of(), Map.of());
    Run run =
        folder.run(
            step("set", "sed 's/a: 1/a: 2/'").on(new Selection(named, ResourceSelector.ANY)));
    assertThat(run.steps().getFirst().itemCount()).isEqualTo(1);
    assertThat(folder.file("a.yaml")).isEqualTo(data("1"));
    assertThat(folder.file("b.yaml")).contains("a: 2");
  }

  @Test
  void doesNotRunAFunctionWhoseSelectorsFitNothing() {
    folder.withMap("a.yaml", "x", "1");
    var named = new ResourceSelector("", "", "nobody", "", Map.of(), Map.of());
    Run run = folder.run(step("no", "exit 7").on(new Selection(named, ResourceSelector.ANY)));
    assertThat(run.steps().getFirst().isSkipped()).isTrue();
    assertThat(run.isSuccess()).isTrue();
  }

  @Test
  void configuresAFunction() {
    folder.withMap("a.yaml", "x", "1");
    Resource config =
        Resource.parse("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {b: 9}\n");
    folder.run(
        step(
                "set",
                "in=$(cat); echo \"$in\" | sed \"s/a: 1/a: $(echo \"$in\" | grep -c 'data: {b: 9}')1/\"")
            .with(config));
    assertThat(folder.file("a.yaml")).isEqualTo(data("11"));
  }

  @Test
  void givesAFunctionOnlyWhatIsStillInItsFolder() {
    folder.withMap("d/x.yaml", "x", "1").withMap("d/y.yaml", "y", "1");
    Run run =
        folder.run(
            step("move", "sed \"s#'d/x.yaml'#'e/x.yaml'#\"").within(new FolderScope("d")),
            step("set", "sed 's/a: 1/a: 2/'").within(new FolderScope("d")));
    assertThat(run.steps().get(1).itemCount()).isEqualTo(1);
    assertThat(folder.file("e/x.yaml")).isEqualTo(data("1"));
    assertThat(folder.files()).containsOnlyKeys("d/y.yaml", "e/x.yaml");
  }

  // --- What fails -------------------------------------------------------------------------------

  @Test
  void writesNothingIfAFunctionFails() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            step("set", "sed 's/a: 1/a: 2/'"),
            step("fail", "cat; echo broken >&2; exit 4"),
            step("never", "cat; touch " + temp.resolve("ran")));
    assertThat(folder.file("a.yaml")).isEqualTo(data("1"));
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
            step("fail", "exit 4").deferringFailure(true), step("set", "sed 's/a: 1/a: 2/'"));
    assertThat(folder.file("a.yaml")).isEqualTo(data("2"));
    assertThat(run.isSuccess()).isFalse();
  }

  @Test
  void takesWhatAFunctionLeftThatFailedDeferred() {
    folder.withMap("a.yaml", "x", "1");
    folder.run(step("fail", "sed 's/a: 1/a: 2/'; exit 1").deferringFailure(true));
    assertThat(folder.file("a.yaml")).isEqualTo(data("2"));
  }

  @Test
  void takesNothingToStdoutForAFailureAndNotForNoItems() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(step("mute", "cat >/dev/null"));
    assertThat(folder.file("a.yaml")).isEqualTo(data("1"));
    assertThat(run.fatal().orElseThrow().message())
        .contains("/mute wrote nothing (expected: a ResourceList)");
  }

  @Test
  void saysOfAPlaceThatItIsInWhatAFunctionLeft() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(step("word", "cat >/dev/null; printf 'kind: ResourceList\\nitems: 7'"));
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
    Run run = folder.run(step("break", "sed \"" + edit + "\""));
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
    Run moved = folder.run(step("move", "sed \"s#'a.yaml'#'%s'#\"".formatted(path)));
    Run made =
        folder.run(
            step(
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
            step("move", "sed \"s#'a.yaml'#'../x.yaml'#\"").deferringFailure(true),
            step("set", "sed 's/a: 1/a: 2/'"));
    assertThat(run.isSuccess()).isFalse();
    assertThat(folder.files()).isEqualTo(Map.of("a.yaml", data("2")));
  }

  @Test
  void keepsTheResultsOfAFunctionWhoseItemsAreNone() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            step(
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
    Run run = folder.run(Step.of(missing).deferringFailure(true));
    assertThat(folder.file("a.yaml")).isEqualTo(data("1"));
    assertThat(run.steps().getFirst().exitCode()).isEqualTo(127);
  }

  private static final String ERROR_RESULT =
      "cat; printf 'results:\\n- message: bad\\n  severity: error\\n'";

  @Test
  void takesAnErrorResultForAFailure() {
    folder.withMap("a.yaml", "x", "1");
    Run run = folder.run(step("judge", ERROR_RESULT));
    assertThat(run.fatal().orElseThrow().message()).isEqualTo("bad");
  }

  @Test
  void takesAnErrorResultForNoneIfItIsToldTo() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            List.of(step("judge", ERROR_RESULT)), RunOptions.defaults().allowingErrorResults(true));
    assertThat(run.isSuccess()).isTrue();
    assertThat(run.results()).extracting(Result::message).containsExactly("bad");
  }

  @Test
  void doesNotHandResultsOn() {
    folder.withMap("a.yaml", "x", "1");
    String warn = "cat; printf 'results:\\n- message: careful\\n  severity: warning\\n'";
    Run run = folder.run(step("one", warn), step("two", "cat"));
    assertThat(run.steps().get(1).results()).isEmpty();
  }

  @Test
  void tellsWhichFieldsChanged() {
    folder.withMap("a.yaml", "x", "1");
    Run run =
        folder.run(
            List.of(step("set", "sed 's/a: 1/a: 2/'")), RunOptions.defaults().explaining(true));
    assertThat(run.steps().getFirst().changes().getFirst().fields())
        .extracting(change -> change.path() + " " + change.was() + " " + change.is())
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
            List.of(step("move", "sed \"" + edit + "\"")), RunOptions.defaults().explaining(true));
    assertThat(run.steps().getFirst().changes().getFirst().fields())
        .extracting(
            change -> (change.path() + " " + change.was() + " " + change.is()).replace("\n", ""))
        .containsExactly(told);
  }

  // --- Lists ------------------------------------------------------------------------------------

  @Test
  void runsOverAListAndLeavesItsIds() {
    ResourceList list =
        ResourceList.parse(
            """
            apiVersion: config.kubernetes.io/v1
            kind: ResourceList
            items:
            - apiVersion: v1
              kind: ConfigMap
              metadata:
                name: x # x
                annotations:
                  config.k8s.io/id: "7"
              data: {a: 1}
            """);
    try (var functions = Functions.open(ExecutionOptions.local())) {
      Run run =
          functions.run(list, List.of(step("set", "sed 's/a: 1/a: 2/'")), RunOptions.defaults());
      assertThat(run.onto(list)).hasToString(list.toString().replace("a: 1", "a: 2"));
    }
  }

  @Test
  void findsInAPackageWhatAListHas() {
    folder
        .with("a.yaml", "# a\n" + data("1"))
        .withMap("b.yaml", "y", "1")
        .withMap("c.yaml", "z", "1");
    PackageFolder read = folder.read();
    ResourceList list =
        ResourceList.parse(PackageSource.of(read.items()).toString().replace("a: 1", "a: 2"));
    var sink = PackageSink.of(read.items(), list.filterItems(item -> !item.name().equals("y")));
    read.plan(sink.placed()).write();
    assertThat(folder.files().keySet()).containsExactly("a.yaml", "c.yaml");
    assertThat(folder.file("a.yaml")).isEqualTo("# a\n" + data("2"));
    assertThat(sink.others()).extracting(item -> item.path()).containsExactly("b.yaml");
  }

  @Test
  void startsAProgramOnceForEachCall() throws IOException {
    folder.withMap("a.yaml", "x", "1");
    Path started = temp.resolve("started");
    PackageFolder read = folder.read();
    try (var functions = Functions.open(ExecutionOptions.local().forSingleRun())) {
      Step step = step("f", "echo started >>" + started + "; cat");
      functions.run(read, List.of(step, step));
    }
    assertThat(Files.readAllLines(started)).hasSize(2);
  }
}
