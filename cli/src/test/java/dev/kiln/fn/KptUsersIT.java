package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people who come from kpt and kustomize expect of a command line. */
class KptUsersIT {
  private static final String ENGINE_WITHOUT_IMAGES =
      """
      echo "$*" >>"${0%/*}/asked"
      case $1 in
        --version) echo 'Docker version 28.2.2, build e6534b4' ;;
        pull | image) exit 1 ;;
      esac
      """;

  private static final String KPTFILE =
      """
      apiVersion: kpt.dev/v1
      kind: Kptfile
      metadata: {name: p}
      pipeline:
        mutators:
        - image: set-labels
      """;

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

  @ParameterizedTest
  @CsvSource({
    "Always,       pull --quiet example.com/fn",
    "IfNotPresent, image inspect example.com/fn; pull --quiet example.com/fn",
    "never,        image inspect example.com/fn"
  })
  void pullsImagesAsThePolicySays(String policy, String asked) throws Exception {
    Path engine = project.write("engine", ENGINE_WITHOUT_IMAGES);

    project.run(
        "--image", "example.com/fn", "--image-pull-policy", policy, "--engine", "sh " + engine);

    // A start ahead of the call that fails is tried again by the call.
    assertThat(new LinkedHashSet<>(Files.readAllLines(project.folder.resolve("asked"))))
        .filteredOn(line -> line.endsWith("example.com/fn"))
        .containsExactly(asked.split("; "));
  }

  @Test
  void refusesAnUnknownPullPolicy() throws Exception {
    assertThat(project.run("--image", "fn", "--image-pull-policy", "Sometimes").err())
        .startsWith(
            "error: --image-pull-policy: \"Sometimes\" (expected: Always, IfNotPresent or Never)");
  }

  @Test
  void warnsOfAPipelineThatDoesNotRun() throws Exception {
    project.with("Kptfile", KPTFILE).with("b/Kptfile", KPTFILE);

    String pipeline = "Kptfile: its pipeline has 1 function, which kiln fn run does not run";
    assertThat(project.run().well().err())
        .contains("warning: " + pipeline, "warning: b/" + pipeline);
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
