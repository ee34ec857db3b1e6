package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which items a function sees, and which functions there are. */
class ScopeIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  /** With kustomize and kpt 0.x it sees foobar too. */
  @Test
  void aFolderIsNotAnotherThatBeginsLikeIt() throws Exception {
    project.withItems("foo/a.yaml", "foobar/b.yaml", "foo-bar/c.yaml").declaring("foo/fn.yaml");

    project.runDeclared().well();

    assertThat(project.names("fn")).containsExactly("a", "fn");
  }

  @Test
  void theFolderFunctionsSeesTheOneItIsIn() throws Exception {
    project.withItems("x.yaml", "a/y.yaml", "a/b/z.yaml").declaring("a/functions/fn.yaml");

    project.runDeclared().well();

    assertThat(project.names("fn")).containsExactlyInAnyOrder("y", "z", "fn");
  }

  @Test
  void aFolderThatEndsLikeFunctionsIsNone() throws Exception {
    project.withItems("a/y.yaml").declaring("a/myfunctions/fn.yaml").runDeclared().well();

    assertThat(project.names("fn")).containsExactly("fn");
  }

  @Test
  void declarationsAreAmongTheInput() throws Exception {
    project.declaring("a.yaml", "b.yaml", "sub/c.yaml").runDeclared().well();

    assertThat(project.names("a")).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aGlobalScopeIsAllOfThePackage() throws Exception {
    project.withItems("x.yaml", "b/y.yaml").declaring("a/fn.yaml");

    project.runDeclared("--global-scope").well();

    assertThat(project.names("fn")).containsExactlyInAnyOrder("x", "y", "fn");
  }

  @Test
  void aFunctionThatDeletesAllItSeesLeavesTheRest() throws Exception {
    Path none = project.write("none", TestItems.list());
    project
        .withItems("x.yaml", "a/y.yaml", "ab/z.yaml")
        .with(
            "a/fn.yaml",
            TestItems.function("fn", project.exec(ShellFunctions.GIVE, none.toString())))
        .runDeclared()
        .well();

    assertThat(project.files()).containsOnlyKeys("x.yaml", "ab/z.yaml");
  }

  // --- Functions from elsewhere -----------------------------------------------------------------

  @Test
  void functionsOfAPathSeeEverything() throws Exception {
    project.withItems("x.yaml", "a/y.yaml");
    project.write("fns/a/fn.yaml", TestItems.function("fn", project.see("fn")));

    project.runDeclared("--fn-path", "fns").well();

    assertThat(project.names("fn")).containsExactlyInAnyOrder("x", "y");
  }

  @Test
  void functionsOfAPathSwitchTheDeclaredOnesOff() throws Exception {
    project.declaring("one.yaml", "two.yaml");
    project.write("fns/fn.yaml", TestItems.function("fn", project.see("fn")));

    var ended = project.runDeclared("--fn-path", "fns/fn.yaml").well();

    assertThat(ended.err())
        .contains("warning: 2 declared functions not run, as --fn-path is given");
    assertThat(Files.exists(project.folder.resolve("seen-one"))).isFalse();
    assertThat(project.names("fn")).containsExactly("one", "two");
  }

  @Test
  void aFunctionOfTheCommandLineSwitchesTheDeclaredOnesOff() throws Exception {
    project.declaring("one.yaml");

    var ended =
        project.run("--exec", project.command(ShellFunctions.SEE, project.folder + "/seen-it"));

    assertThat(ended.well().err())
        .contains("warning: 1 declared function not run, as a function is named");
    assertThat(Files.exists(project.folder.resolve("seen-one"))).isFalse();
  }

  /** Such as of a variable of the shell that is not set. */
  @ParameterizedTest
  @ValueSource(
      strings = {"--exec=", "--image=", "--function=", "--endpoint=", "--fn-path=", "--output="})
  void aFlagWithoutAValueIsNotOneThatIsNotThere(String flag) throws Exception {
    var ended = project.declaring("one.yaml").runDeclared(flag);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: " + flag.replace("=", " is empty"));
    assertThat(Files.exists(project.folder.resolve("seen-one"))).isFalse();
  }

  @Test
  void functionsOfAPathRunBeforeTheOneOfTheCommandLine() throws Exception {
    project.withItems("x.yaml");
    project.write(
        "fns/a.yaml", TestItems.function("a", project.exec(ShellFunctions.REPLACE, "red", "blue")));

    project
        .runDeclared(
            "--fn-path", "fns", "--exec", project.command(ShellFunctions.REPLACE, "blue", "green"))
        .well();

    assertThat(project.read("x.yaml")).contains("green");
  }

  @Test
  void saysSoIfAPathDeclaresNothing() throws Exception {
    project.declaring("one.yaml").write("fns/x.yaml", TestItems.config("x"));

    assertThat(project.runDeclared("--fn-path", "fns").err())
        .contains("warning: --fn-path fns: no resource there declares a function");
  }

  @Test
  void refusesAPathThatIsNotThere() throws Exception {
    var ended = project.withItems("x.yaml").run("--fn-path", "nowhere");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("nowhere: no such folder");
  }

  @Test
  void saysSoIfThereIsNothingToRun() throws Exception {
    assertThat(project.withItems("x.yaml").run().well().err())
        .contains("warning: nothing to run: no resource declares a function");
  }
}
