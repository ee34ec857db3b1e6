package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.sdk.ResourceList;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists on stdin and stdout: run over -, source and sink. */
class PipesIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("a.yaml", "b/c.yaml");
  }

  @Test
  void runsOverAListOnStdin() throws Exception {
    String list = TestItems.list(TestItems.config("a") + "  more: '080' # kept\n");

    var ended = over(list, ShellFunctions.REPLACE, "red", "blue").well();

    assertThat(ended.out()).isEqualTo(list.replace("red", "blue"));
  }

  @Test
  void runsWhatTheListDeclares() throws Exception {
    String list =
        TestItems.list(TestItems.config("a"), TestItems.function("fn", project.see("fn")));

    project.fn(list, "run", "-", "--enable-exec").well();

    assertThat(project.names("fn")).containsExactly("a", "fn");
  }

  @Test
  void keepsTheConfigurationOfTheList() throws Exception {
    String config = "functionConfig:\n  apiVersion: v1\n  kind: Foo\n  metadata: {name: own}\n";

    assertThat(
            over(TestItems.list(TestItems.config("a")) + config, ShellFunctions.SEE, seen("it"))
                .well()
                .out())
        .endsWith(config);
    assertThat(project.seen("it").functionConfig().resource().orElseThrow().name())
        .isEqualTo("own");
  }

  @Test
  void hasTheResultsInTheList() throws Exception {
    Path said = project.write("said", "results:\n- message: hello\n  severity: info\n");

    assertThat(
            over(TestItems.list(TestItems.config("a")), ShellFunctions.ADD_LINES, "" + said)
                .well()
                .out())
        .endsWith("results:\n- message: hello\n  severity: info\n");
  }

  @Test
  void printsNothingAfterAFailure() throws Exception {
    var ended = over(TestItems.list(TestItems.config("a")), ShellFunctions.FAIL);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("nothing was written");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello", "kind: [", "items: 3"})
  void refusesWhatIsNoList(String stdin) throws Exception {
    var ended = over(stdin, ShellFunctions.TALK, "hello");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("error: stdin: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dry-run", "--output=x", "--results-dir=x", "--strict"})
  void refusesWhatIsForFolders(String flag) throws Exception {
    var ended = project.fn(TestItems.list(), "run", "-", flag, "--exec", "cat");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(flag.replaceAll("=.*", ""), "DIR is -");
  }

  // --- source -----------------------------------------------------------------------------------

  @Test
  void sourceSaysWhereItemsLie() throws Exception {
    var list = ResourceList.parse(project.fn("", "source", "pkg").well().out());

    assertThat(list.items())
        .extracting(item -> item.path().orElse(""))
        .containsExactly("a.yaml", "b/c.yaml");
  }

  @Test
  void sourceConfiguresTheFunctionBehindIt() throws Exception {
    project.write("config.yaml", "apiVersion: v1\nkind: Foo\nmetadata: {name: own}\n");

    var list =
        ResourceList.parse(project.fn("", "source", "pkg", "--fn-config=config.yaml").well().out());

    assertThat(list.functionConfig().resource().orElseThrow().name()).isEqualTo("own");
  }

  // --- sink -------------------------------------------------------------------------------------

  @Test
  void aPipeChangesWhatAFunctionChanged() throws Exception {
    String hand =
        "# by hand\n" + TestItems.config("a").replace("colour: ", "colour:    ") + "# end\n";
    project.with("a.yaml", hand);

    pipe("pkg").well();

    assertThat(project.read("a.yaml")).isEqualTo(hand.replace("red", "blue"));
    assertThat(project.read("b/c.yaml")).isEqualTo(TestItems.config("c").replace("red", "blue"));
  }

  @Test
  void aPipeMakesAFolderAnew() throws Exception {
    pipe("new/one").well();

    assertThat(TestProject.files(project.folder.resolve("new/one")))
        .containsOnlyKeys("a.yaml", "b/c.yaml");
    assertThat(project.read("a.yaml")).contains("red");
  }

  @Test
  void sinkTakesInternalAnnotationsOff() throws Exception {
    project.fn(project.fn("", "source", "pkg").well().out(), "sink", "new").well();

    assertThat(TestProject.files(project.folder.resolve("new"))).isEqualTo(project.files());
  }

  @Test
  void sinkDeletesMostOfALargePackageOnlyIfThatIsAllowed() throws Exception {
    for (int i = 0; i < 10; i++) {
      project.withItems("more/" + i + ".yaml");
    }
    var before = project.files();

    var ended = project.fn(TestItems.list(), "sink", "pkg", "--prune");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("12 of the 12 resources in pkg would be deleted");
    assertThat(project.files()).isEqualTo(before);
    project.fn(TestItems.list(), "sink", "pkg", "--prune", "--allow-delete-all").well();
    assertThat(project.files()).isEmpty();
  }

  @Test
  void sinkLeavesWhatIsNotInTheListAndSaysSo() throws Exception {
    String list = TestItems.list(TestItems.config("new"));

    assertThat(project.fn(list, "sink", "pkg").well().err())
        .contains(
            "warning: 2 items of pkg not in the list, and left (expected: --prune, to delete): a.yaml:1, b/c.yaml:1");
    assertThat(project.files()).containsOnlyKeys("a.yaml", "b/c.yaml", "configmap_new.yaml");
  }

  @Test
  void sinkDeletesItIfOneSaysSo() throws Exception {
    project.fn(TestItems.list(TestItems.config("new")), "sink", "pkg", "--prune").well();

    assertThat(project.files()).containsOnlyKeys("configmap_new.yaml");
  }

  @Test
  void sinkMakesNoFolderForWhatIsNoList() throws Exception {
    assertThat(project.fn("hello", "sink", "new").exit()).isEqualTo(1);
    assertThat(Files.exists(project.folder.resolve("new"))).isFalse();
  }

  private Program.Ended pipe(String into) throws Exception {
    String kiln = Distribution.folder() + "/bin/kiln fn ";
    String replace = "run - --exec '" + project.path(ShellFunctions.REPLACE) + " red blue'";
    String pipe = kiln + "source pkg | " + kiln + replace + " | " + kiln + "sink " + into;
    return project.program("", project.folder, "sh", "-c", pipe);
  }

  private Program.Ended over(String list, ShellFunctions program, String... args) throws Exception {
    return project.fn(list, "run", "-", "--exec", project.command(program, args));
  }

  private String seen(String name) {
    return project.folder.resolve("seen-" + name).toString();
  }
}
