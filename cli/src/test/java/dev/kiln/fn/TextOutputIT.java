package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.Peers;
import dev.kiln.process.Distribution;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people and programs are told. */
class TextOutputIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml", "y.yaml");
  }

  @Test
  void tellsOfEachFunctionAndSumsUp() throws Exception {
    project.with("a.yaml", TestItems.function("a", replace())).declaring("b.yaml");

    assertThat(project.runDeclared().well().err().replaceAll(" +[0-9.]+m?s ", " TIME "))
        .contains("(a.yaml:1) TIME  2 changed of 4 items\n")
        .contains("(b.yaml:1) TIME  nothing changed of 4 items\n")
        .endsWith("2 functions: 2 files changed in pkg\n");
  }

  @Test
  void countsWhatIsCreatedAndDeleted() throws Exception {
    Path list =
        project.write("list", TestItems.list(TestItems.config("x"), TestItems.config("new")));

    assertThat(
            project
                .run("--exec", project.command(ShellFunctions.GIVE, list.toString()))
                .well()
                .err())
        .contains("1 created, 1 deleted of 2 items")
        .contains("1 file created, 1 file deleted in pkg");
  }

  @Test
  void explainsWhichFunctionChangedWhichField() throws Exception {
    project.with("a.yaml", TestItems.function("a", replace()));

    assertThat(project.runDeclared("--explain").well().err())
        .contains("changed", "(x.yaml)\n        data.colour: red → blue\n");
  }

  @Test
  void explainsStepByStep() throws Exception {
    project
        .with("a.yaml", TestItems.function("a", replace()))
        .with(
            "b.yaml",
            TestItems.function("b", project.exec(ShellFunctions.REPLACE, "blu[e]", "green")));

    assertThat(project.runDeclared("--explain").well().err())
        .containsSubsequence("(a.yaml:1)", "red → blue", "(b.yaml:1)", "blue → green");
  }

  @Test
  void hasNoColoursWhereNobodyLooks() throws Exception {
    assertThat(project.run("--exec", project.command(ShellFunctions.TALK, "hello")).err())
        .doesNotContain("\u001b");
  }

  @Test
  void showsWhatAFunctionSaysWithoutItsEscapeSequences() throws Exception {
    String said = "\u001b[31mred\u001b[0m\u001b]0;title\u0007 and \u0008more";

    assertThat(project.run("--exec", project.command(ShellFunctions.TALK, said)).err())
        .contains("      | red and ?more\n")
        .doesNotContain("\u001b");
  }

  @Test
  void marksWhereTheBeginningOfWhatAFunctionSaysIsCut() throws Exception {
    String lines = "sh -c 'cat; seq -f %08.0f 10000 >&2'"; // 9 bytes each

    assertThat(project.run("--exec", lines).well().err())
        .containsPattern("\n      \\| \\[only the last \\d+ bytes of stderr were kept]\n")
        .contains("      | 00010000\n")
        .doesNotContain("00000001");
  }

  @ParameterizedTest
  @CsvSource({"xterm, '', true", "xterm, 1, false", "dumb, '', false"})
  void hasColoursOnATerminalUnlessOneDoesNotWantThem(String term, String no, boolean colours)
      throws Exception {
    Peers.program("script");
    String command =
        Distribution.folder()
            + "/bin/kiln fn run pkg --exec '"
            + project.path(ShellFunctions.TALK)
            + " hello'";

    var ended =
        project
            .env("TERM", term)
            .env("NO_COLOR", no)
            .program("", project.folder, "script", "-qec", command, "/dev/null")
            .well();

    assertThat(ended.out())
        .contains("1 function: ")
        .matches(text -> text.contains("\u001b[32m") == colours);
  }

  // --- For programs -----------------------------------------------------------------------------

  @Test
  void tellsProgramsInJson() throws Exception {
    project.with("a.yaml", TestItems.function("a", replace()));

    YamlTree told = YamlTree.of(project.runDeclared("-o", "json", "--explain").well().out());

    assertThat(told.text("success")).isEqualTo("true");
    assertThat(told.text("written")).isEqualTo("true");
    assertThat(told.text("functions[0].file")).isEqualTo("a.yaml");
    assertThat(told.text("functions[0].exitCode")).isEqualTo("0");
    assertThat(told.text("functions[0].changed")).isEqualTo("2");
    assertThat(told.text("functions[0].changes[0].path")).isEqualTo("x.yaml");
    assertThat(told.text("functions[0].changes[0].fields[0].is")).isEqualTo("blue");
    assertThat(told.text("files[0].change")).isEqualTo("changed");
  }

  @Test
  void tellsProgramsOfFailuresInJson() throws Exception {
    project.with("a.yaml", TestItems.function("a", project.exec(ShellFunctions.FAIL)));

    var ended = project.runDeclared("-o", "json");

    assertThat(ended.exit()).isEqualTo(1);
    YamlTree told = YamlTree.of(ended.out());
    assertThat(told.text("success")).isEqualTo("false");
    assertThat(told.text("written")).isEqualTo("false");
    assertThat(told.text("functions[0].exitCode")).isEqualTo("3");
    assertThat(told.text("functions[0].stderr")).contains("it is broken");
  }

  @Test
  void onlyJsonIsOnStdout() throws Exception {
    project.with("values.yaml", "values: 1\n");

    var ended =
        project.run(
            "-o=json",
            "--dry-run",
            "--exec",
            project.command(ShellFunctions.REPLACE, "red", "blue"));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.out()).startsWith("{");
    assertThat(YamlTree.of(ended.out()).text("written")).isEqualTo("false");
  }

  // --- Help and mistakes ------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"--help", "run --help", "source --help", "sink -h", "help", "help run"})
  void helps(String words) throws Exception {
    var ended = project.fn("", words.split(" ")).well();

    assertThat(ended.out()).startsWith("usage: kiln fn ").contains("\nExample");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void namesAllFlagsInItsHelp() throws Exception {
    assertThat(project.fn("", "run", "--help").well().out())
        .contains("--match-kind VALUE", "  --help, -h\n");
  }

  @ParameterizedTest
  @CsvSource({
    "rum pkg, run",
    "run pkg --exce cat, --exec",
    "run pkg --match-label a=b, --match-labels",
    "sink pkg --prun, --prune"
  })
  void knowsWhatWasMeant(String words, String meant) throws Exception {
    var ended = project.fn("", words.split(" "));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("error: unknown ")
        .contains("Did you mean this?\n\t" + meant + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--exec cat --image x",
        "--exec cat -o yaml",
        "--exec cat --results-format kpt",
        "--exec cat --timeout soon",
        "--exec 'cat",
        "--exec cat --mount type=bind,src=/a,dst=/b",
        "--exec cat -e =x",
        "--function set-labels -e A=1",
        "--function no-such-function",
        "--image x --mount foo=bar",
        "--image x --engine no-such-engine",
        "--endpoint nowhere",
        "--endpoint http://127.0.0.1:1",
        "--exec ./no-such-program",
        "--exec cat --fn-config no-such-file",
        "--exec cat --results-dir /proc/x",
        "--exec cat --output /proc/x"
      })
  void saysInALineWhatCannotBe(String words) throws Exception {
    var before = project.files();

    var ended = project.run(words.split(" (?![^-'].*')"));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("error: ").doesNotContain("Exception", "\tat ");
    assertThat(project.files()).isEqualTo(before);
  }

  private String replace() {
    return project.exec(ShellFunctions.REPLACE, "re[d]", "blue");
  }
}
