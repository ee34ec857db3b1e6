package dev.kiln.client.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.client.results.FunctionResults.Ran;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFolderTest {
  private static final Resource ITEM =
      Resource.parse("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: n}}");
  private static final Result FOUND =
      Result.warning("bad").on(ITEM).at("data.a", 1, 2).tag("a", "b");

  @TempDir private Path temp;

  @Test
  void isMadeBeforeAnythingRuns() {
    ResultsFolder.create(temp.resolve("a/b"));
    assertThat(temp.resolve("a/b")).isEmptyDirectory();
  }

  @Test
  void hasAListOfAllFunctionsAsKptWritesIt() throws IOException {
    ResultsFolder.create(temp)
        .write(
            List.of(
                new FunctionResults(
                    Ran.EXEC, "./fn.sh", 3, "\u001b[31mred\u001b[0m\nmore", List.of(FOUND), null),
                ended(Ran.IMAGE, "a/b:v1"),
                ended(Ran.ENDPOINT, "http://a:1"),
                ended(Ran.FUNCTION, "set-labels")),
            1,
            Form.SPECIFIED);
    assertThat(temp.resolve("results.yaml"))
        .hasContent(
            """
            apiVersion: kpt.dev/v1
            kind: FunctionResultList
            metadata:
              name: fnresults
            exitCode: 1
            items:
            - exec: ./fn.sh
              stderr: "\\u001b[31mred\\u001b[0m\\nmore"
              exitCode: 3
              results:
              - message: bad
                severity: warning
                resourceRef:
                  apiVersion: v1
                  kind: ConfigMap
                  namespace: "n"
                  name: a
                field:
                  path: data.a
                  currentValue: 1
                  proposedValue: 2
                tags:
                  a: b
            - image: a/b:v1
              exitCode: 0
            - endpoint: http://a:1
              exitCode: 0
            - function: set-labels
              exitCode: 0
            """);
  }

  @Test
  void countsTheFunctionsThatLeftResults() throws IOException {
    ResultsFolder.create(temp)
        .write(
            List.of(ended(Ran.EXEC, "a"), found("b", null), ended(Ran.EXEC, "c"), found("d", null)),
            0,
            Form.SPECIFIED);
    assertThat(names()).containsExactly("results-0.yaml", "results-1.yaml", "results.yaml");
  }

  @Test
  void losesNoneOfSeveralProposedValues() throws IOException {
    Result several = Result.error("x").on(ITEM).at("p", null, 1, 2);
    write(new FunctionResults(Ran.EXEC, "a", 0, "", List.of(several, FOUND), null), Form.SPECIFIED);
    assertThat(temp.resolve("results-0.yaml"))
        .content()
        .containsSubsequence(
            "- message: x", "  proposedValues:\n    - 1\n    - 2\n", "- message: bad");
  }

  @Test
  void writesWordsThatWereCutWithinACharacter() throws IOException {
    write(new FunctionResults(Ran.EXEC, "a", 1, "\ud83d", List.of(), null), Form.SPECIFIED);
    assertThat(temp.resolve("results.yaml")).content().contains("  stderr: \"?\"\n");
  }

  @Test
  void keepsTheWordsOfTheFunctionIfAsked() throws IOException {
    Node list =
        Yaml.parse(
            """
            kind: ResourceList
            results:
              - name: kubeval # by hand
                items:
                  - severity: warn
            """);
    write(found("a", list.at("results")), Form.RAW);
    assertThat(temp.resolve("results-0.yaml"))
        .hasContent(
            """
            - name: kubeval # by hand
              items:
                - severity: warn
            """);
  }

  @Test
  void writesWhatItUnderstoodWhereAFunctionLeftNoText() throws IOException {
    write(found("a", null), Form.RAW);
    assertThat(temp.resolve("results-0.yaml")).content().startsWith("- message: bad\n");
  }

  @Test
  void hasNothingOfAnEarlierRun() throws IOException {
    for (String name : List.of("results-7.yaml", ".results-1.yaml.42.part", "results-x.yaml")) {
      Files.writeString(temp.resolve(name), "- message: old\n");
    }
    Files.writeString(temp.resolve("results.yaml"), "kind: FunctionResultList\n");
    ResultsFolder.create(temp);
    assertThat(names()).containsExactly("results-x.yaml");
  }

  @Test
  void overwritesNoFileThatNoRunLeft() throws IOException {
    Path file = Files.writeString(temp.resolve("results.yaml"), "kind: ConfigMap\n");
    assertThatThrownBy(() -> ResultsFolder.create(temp))
        .isInstanceOf(ResultsException.class)
        .hasMessage(
            file
                + ": is no FunctionResultList of an earlier run (expected: a folder without such a"
                + " file)");
    assertThat(file).hasContent("kind: ConfigMap");
  }

  @Test
  void refusesAFileInItsPlace() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "");
    assertThatThrownBy(() -> ResultsFolder.create(file))
        .isInstanceOf(ResultsException.class)
        .hasMessage(file + ": is no folder (expected: one for results)");
  }

  @Test
  void refusesAPlaceWhereNothingCanBeWritten() {
    Path nowhere = Path.of("/proc/self/results");
    assertThatThrownBy(() -> ResultsFolder.create(nowhere))
        .isInstanceOf(ResultsException.class)
        .hasMessageMatching(
            nowhere + ": cannot hold results: .* \\(expected: a folder to write to\\)");
  }

  @Test
  void leavesNothingHalfWritten() throws IOException {
    var folder = ResultsFolder.create(temp);
    Files.createDirectories(temp.resolve("results.yaml/in-the-way"));
    assertThatThrownBy(() -> folder.write(List.of(found("a", null)), 0, Form.SPECIFIED))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("results.yaml: cannot be written: ");
    assertThat(names()).containsExactly("results-0.yaml", "results.yaml");
  }

  private void write(FunctionResults one, Form form) {
    ResultsFolder.create(temp).write(List.of(one), 0, form);
  }

  private static FunctionResults ended(Ran ran, String name) {
    return new FunctionResults(ran, name, 0, "", List.of(), null);
  }

  private static FunctionResults found(String name, @Nullable Node raw) {
    return new FunctionResults(Ran.EXEC, name, 0, "", List.of(FOUND), raw);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files.map(file -> Objects.toString(file.getFileName())).sorted().toList();
    }
  }
}
