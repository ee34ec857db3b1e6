package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs are told: {@code -o json}, whatever comes of a run. */
class JsonOutputIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run nowhere -o json                   | nowhere: no such folder",
        "run pkg -o json --output pkg          | --output: \"pkg\"",
        "run pkg -o json --fn-path fn.yaml     | fn.yaml:1: Fn fn wants to run the program",
        "run pkg -o json --results-dir fn.yaml | fn.yaml: is no folder",
        "run pkg -o json --image x --engine no | no",
        "run pkg -o json --no-such-flag        | unknown flag: --no-such-flag",
        "run pkg --nope --format json          | unknown flag: --nope",
      })
  void tellsWhyNothingRan(String words, String error) throws Exception {
    project.write("fn.yaml", TestItems.function("fn", project.see("fn")));

    var ended = project.fn("", words.split(" "));

    assertThat(ended.exit()).isEqualTo(1);
    YamlTree told = YamlTree.of(ended.out());
    assertThat(told.text("error")).contains(error);
    assertThat(told.text("success")).isEqualTo("false");
    assertThat(told.text("written")).isEqualTo("false");
  }

  @Test
  void tellsWhyNothingCouldBeWritten() throws Exception {
    project.with("d.yaml/z.yaml", TestItems.config("z"));
    String item =
        TestItems.config("y").replace("  name: y\n", "  name: y\n  annotations: {%s: d.yaml}\n");
    Path list = project.write("list", TestItems.list(item.formatted("config.kubernetes.io/path")));

    var ended = run("--exec", project.command(ShellFunctions.GIVE, list.toString()));

    YamlTree told = YamlTree.of(ended.out());
    assertThat(told.text("error")).startsWith("d.yaml: a folder").endsWith("nothing was written");
    assertThat(told.text("written")).isEqualTo("false");
    assertThat(told.at("files").items()).isEmpty();
  }

  @Test
  void tellsThatAFunctionFailed() throws Exception {
    project.with("fn.yaml", TestItems.function("fn", project.exec(ShellFunctions.FAIL)));

    YamlTree told = YamlTree.of(run("--enable-exec").out());

    assertThat(told.text("error")).isEqualTo("fail (Fn fn, fn.yaml:1) failed; nothing was written");
    assertThat(told.text("functions[0].resource.kind")).isEqualTo("Fn");
    assertThat(told.text("functions[0].resource.name")).isEqualTo("fn");
  }

  @Test
  void tellsOfWarnings() throws Exception {
    project.with("values.yaml", "values: 1\n");

    assertThat(YamlTree.of(run().out()).text("warnings[0]")).startsWith("values.yaml:1:1: ");
  }

  @Test
  void tellsWhyAFunctionWasSkipped() throws Exception {
    YamlTree told = YamlTree.of(run("--exec", "cat", "--match-kind", "Pod").well().out());

    assertThat(told.text("functions[0].message")).isEqualTo("not run: its selectors fit no item");
    assertThat(told.text("written")).isEqualTo("false");
  }

  @Test
  void hasTheDiffOfADryRun() throws Exception {
    var ended = run("--dry-run", "--exec", project.command(ShellFunctions.REPLACE, "red", "blue"));

    YamlTree told = YamlTree.of(ended.out());
    assertThat(told.text("diff")).contains("-  colour: red\n+  colour: blue\n");
    assertThat(told.text("success")).isEqualTo("true");
  }

  private Program.Ended run(String... args) throws Exception {
    String[] all = new String[args.length + 2];
    all[0] = "-o";
    all[1] = "json";
    System.arraycopy(args, 0, all, 2, args.length);
    return project.run(all);
  }
}
