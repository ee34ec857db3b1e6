package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Functions that fail, and what of it is written. */
class FailureIT {
  private static final String RESULT = "results:\n- message: not allowed\n  severity: error\n";

  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml", "a/y.yaml");
  }

  // --- At once ----------------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(
      value = ShellFunctions.class,
      names = {"FAIL", "DIE", "SILENT"})
  void nothingIsWrittenAndNothingRunsBehindAFailure(ShellFunctions failing) throws Exception {
    project
        .with("1.yaml", TestItems.function("1", replace()))
        .with("2.yaml", TestItems.function("2", project.exec(failing)))
        .declaring("3.yaml");
    var before = project.files();

    Program.Ended ended = project.runDeclared();

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("(2.yaml:1)", "failed; nothing was written");
    assertThat(project.files()).isEqualTo(before);
    assertThat(Files.exists(project.folder.resolve("seen-3"))).isFalse();
  }

  /** With others the exit code is lost then, or all that the function saw. */
  @Test
  void saysWhatAFunctionSaidThatLeftNoList() throws Exception {
    Path crash = project.write("crash", "Traceback (most recent call last):\n  it: [is\n");

    var ended =
        project.run("--exec", project.command(ShellFunctions.GIVE_AND_FAIL, crash.toString()));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("exit code 3", "it is broken");
  }

  @Test
  void aFunctionThatSucceedsWithoutAListHasFailed() throws Exception {
    var ended = project.run("--exec", project.command(ShellFunctions.SILENT));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(project.files()).containsOnlyKeys("x.yaml", "a/y.yaml");
  }

  @Test
  void namesTheResourceThatDeclaresTheFunction() throws Exception {
    project.with("f.yaml", TestItems.function("f", project.exec(ShellFunctions.FAIL)));

    assertThat(project.runDeclared().err())
        .endsWith("error: fail (Fn f, f.yaml:1) failed; nothing was written\n");
  }

  @Test
  void namesTheItemAndTheFileOfAResult() throws Exception {
    Path said =
        project.write(
            "said",
            RESULT
                + "  resourceRef: {apiVersion: v1, kind: ConfigMap, name: y}\n  field: {path: data.colour}\n");

    var ended = project.run("--exec", project.command(ShellFunctions.ADD_LINES, said.toString()));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: not allowed (ConfigMap y, data.colour) in a/y.yaml");
  }

  // --- Deferred ---------------------------------------------------------------------------------

  @Test
  @DisplayName("deferFailure: true # continue running functions if this fails, and fail at the end")
  void goesOnAndFailsAtTheEnd() throws Exception {
    Program.Ended ended = deferring(project.exec(ShellFunctions.FAIL)).runDeclared();

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("(deferred)", "error: 1 function failed, which was deferred");
    assertThat(project.names("z")).contains("x", "y");
  }

  @Test
  @DisplayName("the results of all functions are written to the results directory")
  void writesTheResultsOfAll() throws Exception {
    Path said = project.write("said", RESULT);
    deferring(project.exec(ShellFunctions.ADD_LINES, said.toString()))
        .with(
            "zz.yaml",
            TestItems.function("zz", project.exec(ShellFunctions.ADD_LINES, said.toString())));

    project.runDeclared("--results-dir", "results");

    assertThat(TestProject.files(project.folder.resolve("results")))
        .containsKeys("results-0.yaml", "results-1.yaml", "results.yaml");
  }

  @Test
  void whatTheOthersDidIsWritten() throws Exception {
    deferring(project.exec(ShellFunctions.FAIL))
        .with("z.yaml", TestItems.function("z", replace()))
        .runDeclared();

    assertThat(project.read("x.yaml")).contains("blue");
  }

  @Test
  void whatTheFailedOneDidIsTheInputOfTheNext() throws Exception {
    Path list = project.write("list", TestItems.list(TestItems.config("from-it")));

    deferring(project.exec(ShellFunctions.GIVE_AND_FAIL, list.toString())).runDeclared();

    assertThat(project.names("z")).containsExactly("from-it");
  }

  /** With kustomize and kpt 0.x all that it saw is deleted. */
  @ParameterizedTest
  @EnumSource(
      value = ShellFunctions.class,
      names = {"DIE", "SILENT"})
  void theNextGetsWhatTheFailedOneGotIfThatLeftNothing(ShellFunctions failing) throws Exception {
    deferring(project.exec(failing)).runDeclared();

    assertThat(project.names("z")).contains("x", "y");
    assertThat(project.files()).containsKeys("x.yaml", "a/y.yaml");
  }

  @Test
  void soItDoesIfThatCannotBeStarted() throws Exception {
    Program.Ended ended = deferring("exec: {path: /no/such/program}").runDeclared();

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("/no/such/program", "(deferred)");
    assertThat(project.names("z")).contains("x", "y");
  }

  @Test
  void afterAFailureThatIsNotDeferredNothingIsWritten() throws Exception {
    deferring(project.exec(ShellFunctions.FAIL))
        .with("z.yaml", TestItems.function("z", project.exec(ShellFunctions.FAIL)));
    project.with("m.yaml", TestItems.function("m", replace()));

    assertThat(project.runDeclared().err()).contains("failed; nothing was written");
    assertThat(project.read("x.yaml")).contains("red");
  }

  // --- Results of failures ----------------------------------------------------------------------

  @Test
  void resultsAreWrittenAfterAFailure() throws Exception {
    Path said = project.write("said", TestItems.list() + RESULT);

    project.run(
        "--results-dir",
        "results",
        "--exec",
        project.command(ShellFunctions.GIVE_AND_FAIL, said.toString()));

    YamlTree all = YamlTree.read(project.folder.resolve("results/results.yaml"));
    assertThat(all.text("kind")).isEqualTo("FunctionResultList");
    assertThat(all.text("exitCode")).isEqualTo("1");
    assertThat(all.text("items[0].exitCode")).isEqualTo("3");
    assertThat(all.text("items[0].stderr")).contains("it is broken");
    assertThat(all.text("items[0].results[0].message")).isEqualTo("not allowed");
  }

  @Test
  void theFolderOfResultsIsMadeBeforeAnythingRuns() throws Exception {
    project.write("taken", "");

    var ended = project.runSeeing("--results-dir", "taken/results");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).startsWith("error: ").contains("taken");
    assertThat(Files.exists(project.folder.resolve("seen-it"))).isFalse();
  }

  @Test
  void resultsMayNotBecomeResources() throws Exception {
    var ended = project.runSeeing("--results-dir", "pkg/results");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .contains("a folder outside of pkg, where results would become resources");
  }

  private TestProject deferring(String function) throws Exception {
    return project
        .with("f.yaml", TestItems.function("f", function + "\ndeferFailure: true"))
        .declaring("z.yaml");
  }

  private String replace() {
    return project.exec(ShellFunctions.REPLACE, "red", "blue");
  }
}
