package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the specification says of results: a test for each of its sentences. */
class SpecResultsIT {
  /** The example of the specification, as far as it is written out there. */
  private static final String EXAMPLE =
      """
      results:
      - name: "kubeval"
        items:
        - severity: error
          tags:
            error-type: "field"
          message: "Value exceeds the namespace quota, reduce the value to make the pod schedulable"
          resourceRef:
            apiVersion: apps/v1
            kind: Deployment
            name: foo
            namespace: bar
          file:
            path: deploy.yaml
            index: 0
          field:
            path: "spec.template.spec.containers[3].resources.limits.cpu"
            currentValue: "200"
            suggestedValue: "2"
        - severity: warn
          message: not nice
      - name: "something else"
        items:
        - severity: info
          message: as you like
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: foo
        namespace: bar
      """;

  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @Test
  @DisplayName(
      "each function’s results field will be written to a file under the specified directory")
  void writesAFileForEachFunctionWithResults() throws Exception {
    project
        .withItems("x.yaml")
        .with("a.yaml", TestItems.function("a", tell("one")))
        .with("b.yaml", TestItems.function("b", project.see("b")))
        .with("c.yaml", TestItems.function("c", tell("two")))
        .runDeclared("--results-dir", "results")
        .well();

    assertThat(TestProject.files(project.folder.resolve("results")))
        .containsOnlyKeys("results-0.yaml", "results-1.yaml", "results.yaml");
    assertThat(results("results-0.yaml").text("[0].message")).isEqualTo("one");
    assertThat(results("results-1.yaml").text("[0].message")).isEqualTo("two");
  }

  @Test
  @DisplayName("results: name: kubeval, items: severity, tags, message, resourceRef, file, field")
  void readsResultsInGroups() throws Exception {
    YamlTree all = example();

    assertThat(all.text("[0].severity")).isEqualTo("error");
    assertThat(all.text("[0].message")).startsWith("Value exceeds the namespace quota");
    assertThat(all.text("[0].resourceRef.namespace")).isEqualTo("bar");
    assertThat(all.text("[0].file.path")).isEqualTo("deploy.yaml");
    assertThat(all.text("[0].field.path"))
        .isEqualTo("spec.template.spec.containers[3].resources.limits.cpu");
  }

  @Test
  void readsResultsInOneGroup() throws Exception {
    tells("results:\n  name: kubeval\n  items:\n  - {message: not nice, severity: warn}\n").well();

    YamlTree all = results("results-0.yaml");
    assertThat(all.text("[0].message")).isEqualTo("not nice");
    assertThat(all.at("[0]").toString()).contains("kubeval");
  }

  @Test
  @DisplayName("name: \"something else\"")
  void keepsTheNamesOfGroups() throws Exception {
    assertThat(example().at("[0]").toString()).contains("kubeval");
    assertThat(example().at("[2]").toString()).contains("something else");
  }

  @Test
  @DisplayName("severity: one of [\"error\", \"warn\", \"info\"]")
  void readsWarnAsAWarning() throws Exception {
    assertThat(example().texts("[*].severity")).containsExactly("error", "warning", "info");
  }

  @Test
  @DisplayName("tags: arbitrary metadata about the result")
  void keepsTags() throws Exception {
    assertThat(example().text("[0].tags.error-type")).isEqualTo("field");
  }

  @ParameterizedTest
  @CsvSource({"'\"2\"', '\"2\"'", "2, 2", "true, true"})
  @DisplayName("suggestedValue: number | string | boolean; currentValue: number | string | boolean")
  void keepsValuesOfEachType(String value, String written) throws Exception {
    tells(EXAMPLE.replace("\"2\"", value).replace("\"200\"", value));

    assertThat(results("results-0.yaml").at("[0].field").toString().lines())
        .map(String::strip)
        .contains("currentValue: " + written, "proposedValue: " + written);
  }

  @Test
  @DisplayName("error code should be non-0 if there are 1 or more errors")
  void failsForAResultOfSeverityError() throws Exception {
    assertThat(tells(EXAMPLE).exit()).isEqualTo(1);
    assertThat(project.read("deploy.yaml")).isEqualTo(DEPLOYMENT);
  }

  @Test
  void doesNotFailForItIfOneSaysSo() throws Exception {
    var ended = tells(EXAMPLE, "--allow-error-results");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(results("results.yaml").text("exitCode")).isEqualTo("0");
  }

  @Test
  @DisplayName(
      "file: path, index: optional if present as annotation; read from annotation if present")
  void readsFileAndIndexFromTheAnnotations() throws Exception {
    project.with("sub/all.yaml", TestItems.documents(TestItems.config("x"), DEPLOYMENT));
    String without = EXAMPLE.replace("    file:\n      path: deploy.yaml\n      index: 0\n", "");

    tells(without);

    YamlTree all = results("results-0.yaml");
    assertThat(all.text("[0].file.path")).isEqualTo("sub/all.yaml");
    assertThat(all.text("[0].file.index")).isEqualTo("1");
  }

  @Test
  void keepsWhatTheFunctionSaidOfItselfIfOneWantsItRaw() throws Exception {
    tells(EXAMPLE, "--results-format", "raw");

    assertThat(results("results-0.yaml").root())
        .matches(written -> written.hasSameValueAs(YamlTree.of(EXAMPLE).at("results")));
  }

  @Test
  void saysThatAResultIsWhyAndInventsNoStderr() throws Exception {
    var ended = tells("results: [{message: bad, severity: error}]\n");

    assertThat(ended.err()).containsPattern("s  a result of severity error\n");
    assertThat(results("results.yaml").text("items[0].exitCode")).isEqualTo("1");
    assertThat(results("results.yaml").at("items[0]").at("stderr")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[{name: g}]", "[{name: g, items: }]", "{name: g}", "[{name: g, items: []}]"})
  void aGroupWithoutItemsHasNoResults(String results) throws Exception {
    var ended = tells("results: " + results + "\n").well();

    assertThat(ended.err()).doesNotContain("error");
    assertThat(folder()).isDirectoryNotContaining("glob:**/results-0.yaml");
  }

  @Test
  @DisplayName("severity: default: error")
  void aMissingSeverityIsInformationIfTheFunctionSucceeded() throws Exception {
    var ended = tells("results: [{message: done}]\n").well();

    assertThat(ended.err())
        .contains("info: done")
        .contains(
            "note: 1 result without severity, taken as info since the exit code is 0"
                + " (--strict-severity: as error)");
    assertThat(tells("results: [{message: done}]\n", "--strict-severity").exit()).isEqualTo(1);
  }

  @Test
  @DisplayName("severity: default: error")
  void anUnknownSeverityIsAnErrorThatSaysSo() throws Exception {
    var ended = tells("results: [{message: bad, severity: fatal}]\n");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: bad (severity \"fatal\")");
    assertThat(results("results-0.yaml").text("[0].tags.severity")).isEqualTo("fatal");
  }

  @Test
  void aMessageOfAFunctionMovesNoCursorAndBeginsNoLineOfOurs() throws Exception {
    var ended = tells("results: [{message: \"a\\e[2Kb\\nerror: c\", severity: info}]\n").well();

    assertThat(ended.err()).contains("      info: ab\n        error: c\n");
  }

  private YamlTree example() throws Exception {
    project.with("deploy.yaml", DEPLOYMENT);
    tells(EXAMPLE);
    return results("results-0.yaml");
  }

  /** Runs a function that has these results. */
  private Program.Ended tells(String results, String... more) throws Exception {
    if (project.files().isEmpty()) {
      project.with("deploy.yaml", DEPLOYMENT);
    }
    Path said = project.write("said", results);
    var args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--results-dir", "results"));
    args.addAll(List.of("--exec", project.command(ShellFunctions.ADD_LINES, said.toString())));
    return project.run(args.toArray(String[]::new));
  }

  private Path folder() {
    return project.folder.resolve("results");
  }

  private YamlTree results(String file) throws Exception {
    return YamlTree.read(folder().resolve(file));
  }

  private String tell(String message) throws Exception {
    Path said =
        project.write("say-" + message, "results:\n- message: " + message + "\n  severity: info\n");
    return project.exec(ShellFunctions.ADD_LINES, said.toString());
  }
}
