package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.Peers;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What would change, and what changes elsewhere. */
class DryRunIT {
  private TestProject project;
  private Path made;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("a.yaml", "b/c.yaml", "d/e.yaml");
    project.with("last.yaml", TestItems.config("last").stripTrailing());
    made = project.write("made", TestItems.item(TestItems.config("made").replace("red", "green")));
  }

  @Test
  void printsWhatWouldChangeAndExitsWithTwo() throws Exception {
    var ended =
        project.run("--dry-run", "--exec", project.command(ShellFunctions.REPLACE, "red", "blue"));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.out())
        .startsWith("--- a/a.yaml\n+++ b/a.yaml\n@@ -3,4 +3,4 @@\n")
        .contains("-  colour: red\n+  colour: blue\n", "\\ No newline at end of file\n");
  }

  @Test
  void exitsWithZeroIfNothingWould() throws Exception {
    var ended = project.run("--dry-run", "--exec", project.command(ShellFunctions.TALK, "hello"));

    assertThat(ended.exit()).isZero();
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void exitsWithOneIfAFunctionFails() throws Exception {
    var ended = project.run("--dry-run", "--exec", project.command(ShellFunctions.FAIL));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void writesNothing() throws Exception {
    var before = project.files();

    project.run("--dry-run", "--exec", project.command(ShellFunctions.REPLACE, "red", "blue"));

    assertThat(project.files()).isEqualTo(before);
  }

  /** Of changed, created, moved and deleted files, with and without a last newline. */
  @ParameterizedTest
  @ValueSource(strings = {"patch -p1", "git apply"})
  void theDiffIsOneThatOthersApply(String command) throws Exception {
    Peers.program(command.substring(0, command.indexOf(' ')));
    String[] args = {
      "--exec",
      "sh -c 'sed -e \"/^items:/r %s\" -e s,red,blue, -e s,d/e.yaml,f/g.yaml,'".formatted(made)
    };
    var before = project.files();
    Program.Ended dry =
        project.run(Stream.concat(Stream.of("--dry-run"), Stream.of(args)).toArray(String[]::new));
    project.run(args).well();
    var after = project.files();
    assertThat(after)
        .isNotEqualTo(before)
        .containsKeys("f/g.yaml", "configmap_made.yaml")
        .doesNotContainKey("d/e.yaml");
    Path other = Files.createDirectory(project.folder.resolve("other"));
    for (var file : before.entrySet()) {
      project.write("other/" + file.getKey(), file.getValue());
    }

    project.program(dry.out(), other, command.split(" ")).well();

    assertThat(TestProject.files(other)).isEqualTo(after);
  }

  @Test
  void thePackageCanGoElsewhere() throws Exception {
    var before = project.files();

    project
        .run("--output", "other", "--exec", project.command(ShellFunctions.REPLACE, "red", "blue"))
        .well();

    assertThat(project.files()).isEqualTo(before);
    before.replaceAll((_, text) -> text.replace("red", "blue"));
    assertThat(TestProject.files(project.folder.resolve("other"))).isEqualTo(before);
  }

  @Test
  void refusesToMixItWithSomethingElse() throws Exception {
    project.write("other/x.yaml", TestItems.config("x"));

    var ended =
        project.run("--output", "other", "--exec", project.command(ShellFunctions.TALK, "hello"));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: ", "other");
    assertThat(TestProject.files(project.folder.resolve("other"))).containsOnlyKeys("x.yaml");
  }

  @Test
  void nothingGoesElsewhereAfterAFailure() throws Exception {
    project.run("--output", "other", "--exec", project.command(ShellFunctions.FAIL));

    assertThat(Files.exists(project.folder.resolve("other"))).isFalse();
  }
}
