package dev.kiln.sdk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs without parallel tests, because it sets the system property that rewrites cases. */
@Isolated
class CasesTest {
  private static final String INPUT =
      """
      kind: ResourceList
      items:
      - kind: A # first
        metadata: {name: a}
      """;
  private static final ItemFunction RENAME = (item, _) -> item.withName("b");

  @TempDir Path folder;
  private Path one;
  private String before;

  @BeforeEach
  void makeACase() throws IOException {
    one = Files.createDirectory(folder.resolve("one"));
    write("input.yaml", INPUT);
    before = System.getProperty("golden.write", "false");
    System.setProperty("golden.write", "false");
  }

  @AfterEach
  void restoreTheProperty() {
    System.setProperty("golden.write", before);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(one.resolve(file), text);
  }

  private String read(String file) throws IOException {
    return Files.readString(one.resolve(file));
  }

  private void run(KrmFunction function) {
    Cases.in(folder).run(function);
  }

  private void rewrite(KrmFunction function) {
    System.setProperty("golden.write", "");
    run(function);
    System.setProperty("golden.write", "false");
  }

  @Test
  void passesIfEveryByteIsAsExpected() throws IOException {
    write("expected.yaml", INPUT.replace("name: a", "name: b"));
    assertThatCode(() -> run(RENAME)).doesNotThrowAnyException();
  }

  @Test
  void showsHowTheFilesDiffer() throws IOException {
    write("expected.yaml", INPUT.replace("name: a", "name:  b"));
    assertThatThrownBy(() -> run(RENAME))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 of 1 cases")
        .hasMessageContaining("one:")
        .hasMessageContaining("-  metadata: {name:  b}")
        .hasMessageContaining("+  metadata: {name: b}");
  }

  @Test
  void failsIfThereAreNoCases() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> Cases.in(empty).run(RENAME)).hasMessageContaining("no cases in");
    assertThatThrownBy(() -> Cases.in("no/such/folder").run(RENAME))
        .hasMessageContaining("no cases in");
  }

  @Test
  void failsIfAFileIsMissingOrUnexpected() throws IOException {
    assertThatThrownBy(() -> run(RENAME)).hasMessageContaining("there is no expected.yaml");
    write("expected.yaml", INPUT.replace("name: a", "name: b"));
    write("expected-results.yaml", "- message: x\n");
    write("exepcted.yaml", "");
    assertThatThrownBy(() -> run(RENAME))
        .hasMessageContaining("there is expected-results.yaml, but the function gives nothing")
        .hasMessageContaining("exepcted.yaml is none of a case's files");
  }

  @Test
  void failsForUnexpectedResults() throws IOException {
    KrmFunction telling = (in, _) -> in.addResults(List.of(Result.info("told")));
    write("expected.yaml", INPUT);
    assertThatThrownBy(() -> run(telling))
        .hasMessageContaining("there is no expected-results.yaml")
        .hasMessageContaining("+- message: told");
    write("expected-results.yaml", "- message: told\n  severity: info\n");
    run(telling);
  }

  @Test
  void readsTheConfigurationOfTheCase() throws IOException {
    KrmFunction configured =
        (in, call) ->
            in.mapItems(item -> item.withName(call.config().data().getOrDefault("name", "")));
    write("config.yaml", "apiVersion: v1\nkind: ConfigMap\ndata:\n  name: c\n");
    write("expected.yaml", INPUT.replace("name: a", "name: c"));
    run(configured);
  }

  @Test
  void comparesHowAFunctionFails() throws IOException {
    KrmFunction failing = (in, _) -> in.addResults(List.of(Result.error("bad"), Result.info("x")));
    write("error.txt", "bad\n");
    run(failing);
    write("error.txt", "worse\n");
    assertThatThrownBy(() -> run(failing))
        .hasMessageContaining("-worse")
        .hasMessageContaining("+bad");
  }

  @Test
  void showsTheExceptionOfAFunction() throws IOException {
    write("expected.yaml", INPUT);
    assertThatThrownBy(
            () ->
                run(
                    (_, call) -> {
                      call.log().println("about to");
                      throw new IllegalStateException("boom");
                    }))
        .hasMessageContaining("boom")
        .hasMessageContaining("about to")
        .hasMessageContaining("CasesTest.java");
  }

  @Test
  void reportsAListThatCannotBeRead() throws IOException {
    write("input.yaml", "kind: ResourceList\nitems: 1\n");
    write("error.txt", "items: 1 (expected: a list of objects) at line 2, column 8\n");
    run(RENAME);
  }

  @Test
  void failsIfAnIdempotentFunctionChangesItsOutput() throws IOException {
    write("expected.yaml", INPUT.replace("name: a", "name: xa"));
    assertThatThrownBy(() -> Cases.in(folder).run(Growing.class))
        .hasMessageContaining("a second run changes")
        .hasMessageContaining("+  metadata: {name: xxa}");
  }

  @Test
  void rewritesTheFiles() throws IOException {
    write("error.txt", "from when it failed\n");
    rewrite((in, _) -> in.addResults(List.of(Result.info("told"))));
    assertThat(read("expected.yaml")).isEqualTo(INPUT);
    assertThat(read("expected-results.yaml")).isEqualTo("- message: told\n  severity: info\n");
    assertThat(one.resolve("error.txt")).doesNotExist();
    run((in, _) -> in.addResults(List.of(Result.info("told"))));
  }

  @Test
  void rewritesAFailure() throws IOException {
    write("expected.yaml", "");
    KrmFunction refusing =
        (_, _) -> {
          throw new BadInput("data.name", "nothing", "a name");
        };
    rewrite(refusing);
    assertThat(read("error.txt"))
        .isEqualTo("functionConfig data.name: nothing (expected: a name)\n");
    assertThat(one.resolve("expected.yaml")).doesNotExist();
    run(refusing);
  }

  @Test
  void doesNotRecordAnExceptionAsExpected() {
    KrmFunction throwing =
        (_, _) -> {
          throw new IllegalStateException("boom");
        };
    assertThatThrownBy(() -> rewrite(throwing)).hasMessageContaining("boom");
  }
}
