package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which items a function gets, where the command line chooses. */
class SelectorsIT {
  private static final String ITEM =
      """
      apiVersion: %s
      kind: %s
      metadata:
        name: %s
        namespace: %s
        labels: {app: %s, tier: web}
        annotations: {note: "%s"}
      data: {colour: red}
      """;

  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project =
        new TestProject(folder)
            .with("a.yaml", ITEM.formatted("v1", "ConfigMap", "a", "one", "shop", "x"))
            .with("b.yaml", ITEM.formatted("apps/v1", "Deployment", "b", "two", "shop", "y"))
            .with("c.yaml", TestItems.config("c"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--match-api-version=apps/v1|b",
        "--match-kind=ConfigMap|a c",
        "--match-name=a|a",
        "--match-namespace=two|b",
        "--match-labels=app=shop|a b",
        "--match-labels=app=shop,tier=web|a b",
        "--match-annotations=note=y|b",
        "--match-kind=ConfigMap --match-namespace=one|a",
        "--match-labels=app=shop --match-labels=tier=web --match-name=b|b",
        "--exclude-api-version=apps/v1|a c",
        "--exclude-kind=ConfigMap|b",
        "--exclude-name=a|b c",
        "--exclude-namespace=two|a c",
        "--exclude-labels=app=shop|c",
        "--exclude-annotations=note=y|a c",
        "--match-kind=ConfigMap --exclude-name=a|c"
      })
  void givesTheItemsThatFit(String flags, String names) throws Exception {
    see(flags).well();

    assertThat(project.names("it")).containsExactly(names.split(" "));
  }

  @Test
  void leavesTheOthersAsTheyAre() throws Exception {
    String replace = project.command(ShellFunctions.REPLACE, "red", "blue");

    project.run("--exec", replace, "--match-kind", "Deployment").well();

    assertThat(project.read("a.yaml")).contains("red");
    assertThat(project.read("b.yaml")).contains("blue");
  }

  @Test
  void deletesOnlyWhatTheFunctionGot() throws Exception {
    Path none = project.write("none", TestItems.list());

    project.run("--exec", project.command(ShellFunctions.GIVE, "" + none), "--match-name=a").well();

    assertThat(project.files()).containsOnlyKeys("b.yaml", "c.yaml");
  }

  /** kpt runs the function on nothing, and says that it passed. */
  @Test
  void saysSoIfNothingFits() throws Exception {
    var ended = see("--match-kind=Deploymant").well();

    assertThat(ended.err()).contains("not run: its selectors fit no item");
    assertThat(project.folder).isDirectoryNotContaining("glob:**/seen-it");
  }

  @Test
  void chooseAmongWhatDeclaredFunctionsSee() throws Exception {
    project.declaring("fn.yaml").runDeclared("--match-kind=Deployment").well();

    assertThat(project.names("fn")).containsExactly("b");
  }

  @ParameterizedTest
  @CsvSource({"--match-labels=foo", "--exclude-annotations==x", "'--match-labels=,'"})
  void refusesLabelsThatAreNone(String flag) throws Exception {
    var ended = see(flag);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(flag.substring(0, flag.indexOf('=')), "(expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--match-labels=", "--exclude-kind=", "--match-name="})
  void refusesASelectorThatIsEmpty(String flag) throws Exception {
    var ended = see(flag);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(flag.replace("=", " is empty"));
  }

  private Program.Ended see(String flags) throws Exception {
    return project.runSeeing(flags.split(" "));
  }
}
