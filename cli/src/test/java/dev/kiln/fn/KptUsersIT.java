package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people who come from kpt and kustomize expect of a command line. */
class KptUsersIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("a.yaml", "b/c.yaml");
  }

  @Test
  void runsOverTheCurrentFolderWithoutDir() throws Exception {
    String replace = project.command(ShellFunctions.REPLACE, "red", "blue");

    var ended = project.fnIn(project.pkg, "", "run", "--exec", replace).well();

    assertThat(ended.err()).contains("2 files changed in .");
    assertThat(project.fnIn(project.pkg, "", "source").well().out()).contains("colour: blue");
  }

  @Test
  void printsAResourceListAndWritesNothing() throws Exception {
    Map<String, String> before = project.files();

    var ended = replace("-o", "stdout").well();

    assertThat(ended.out())
        .startsWith("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n")
        .contains("colour: blue", "internal.config.kubernetes.io/path: 'b/c.yaml'");
    assertThat(project.files()).isEqualTo(before);
  }

  @Test
  void printsBareResourcesAndWritesNothing() throws Exception {
    Map<String, String> before = project.files();

    var ended = replace("-o", "unwrap").well();

    assertThat(ended.out())
        .isEqualTo(
            (TestItems.config("a") + "---\n" + TestItems.config("c")).replace("red", "blue"));
    assertThat(project.files()).isEqualTo(before);
  }

  @Test
  void printsNoResourcesAfterAFailure() throws Exception {
    var ended = project.run("-o", "unwrap", "--exec", project.command(ShellFunctions.FAIL));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void refusesToPrintAndToWriteElsewhere() throws Exception {
    assertThat(replace("-o", "stdout", "--output", "other").err())
        .startsWith("error: --output and --format stdout are both given");
  }

  @Test
  void logsStepsAsTheyBegin() throws Exception {
    assertThat(replace("--log-steps").well().err()).startsWith("  … replace");
  }

  @Test
  void warnsOfAPipelineThatDoesNotRun() throws Exception {
    project.with(
        "Kptfile",
        """
        apiVersion: kpt.dev/v1
        kind: Kptfile
        metadata: {name: p}
        pipeline:
          mutators:
          - image: set-labels
        """);

    assertThat(project.run().well().err())
        .contains("warning: Kptfile: its pipeline has 1 function, which kiln fn run does not run");
    assertThat(replace().well().err()).doesNotContain("Kptfile");
  }

  @Test
  void pointsToKrmignoreForTemplatesOfHelm() throws Exception {
    project.with("templates/a.yaml", "kind: {{ .Values.kind }}\n{{- end }}\n");

    assertThat(project.run().err()).contains("templates/a.yaml:", ".krmignore");
  }

  @Test
  void showsAResultWithoutAResourceByItsField() throws Exception {
    Path results =
        project.write(
            "results",
            "results:\n- {message: too few, severity: warning, resourceRef: {}, field: {path: spec.replicas}}\n");

    var ended = project.run("--exec", project.command(ShellFunctions.ADD_LINES, "" + results));

    assertThat(ended.err()).contains("too few (spec.replicas)");
  }

  @Test
  void namesTheFunctionThatPlacedAnItemWhereItCannotBe() throws Exception {
    project.with("d.yaml/z.yaml", TestItems.config("z"));
    String item =
        TestItems.config("y").replace("  name: y\n", "  name: y\n  annotations: {%s: d.yaml}\n");
    Path list = project.write("list", TestItems.list(item.formatted("config.kubernetes.io/path")));

    var ended = project.run("--exec", project.command(ShellFunctions.GIVE, list.toString()));

    assertThat(ended.err()).contains("d.yaml: a folder", ", placed by give");
  }

  private Program.Ended replace(String... args) throws Exception {
    var all = new ArrayList<String>();
    all.add("--exec");
    all.add(project.command(ShellFunctions.REPLACE, "red", "blue"));
    all.addAll(List.of(args));
    return project.run(all.toArray(String[]::new));
  }
}
