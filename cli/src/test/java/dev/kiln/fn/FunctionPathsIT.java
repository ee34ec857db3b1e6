package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that a file or a folder beside the package declares: {@code --fn-path}. */
class FunctionPathsIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml");
  }

  @Test
  void readsAFileAlone() throws Exception {
    project.write("fns/broken.yaml", "a: [");
    project.write("fns/.krmignore", "fn.yaml\n");
    project.write("fns/fn.yaml", TestItems.function("fn", project.see("fn")));

    project.runDeclared("--fn-path", "fns/fn.yaml").well();

    assertThat(project.names("fn")).containsExactly("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fns/fn.txt", "fns/Kptfile", "fn"})
  void readsAFileWhateverItIsCalled(String file) throws Exception {
    project.write(file, TestItems.function("fn", project.see("fn")));

    project.runDeclared("--fn-path", file).well();

    assertThat(project.names("fn")).containsExactly("x");
  }

  @ParameterizedTest
  @CsvSource({
    "fns, fns/sub/fn.yaml",
    "fns/sub/fn.yaml, fns/sub/fn.yaml",
    "./fns/, ./fns/sub/fn.yaml"
  })
  void namesAFileAsOneCanOpenIt(String path, String file) throws Exception {
    project.write("fns/sub/fn.yaml", TestItems.function("fn", project.see("fn")));

    assertThat(project.runDeclared("--fn-path", path).well().err()).contains("(" + file + ":1)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fns", "fns/fn.yaml"})
  void namesThePlaceOfAMistakeSo(String path) throws Exception {
    project.write("fns/fn.yaml", TestItems.function("fn", "exec: {pth: x}"));

    assertThat(project.runDeclared("--fn-path", path).err())
        .startsWith("error: fns/fn.yaml:7:14: exec.pth: no such field");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fns", "fns/fn.yaml"})
  void namesThePlaceOfWhatItCannotReadSo(String path) throws Exception {
    project.write("fns/fn.yaml", "a: [\n");

    assertThat(project.runDeclared("--fn-path", path).err()).startsWith("error: fns/fn.yaml:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fns", "fns/fn.yaml"})
  void namesThePlaceOfWhatItLeavesAloneOnce(String path) throws Exception {
    project.write("fns/fn.yaml", "values: 1\n");

    assertThat(project.runDeclared("--fn-path", path).well().err())
        .contains("warning: fns/fn.yaml:1:1: no apiVersion");
  }

  @Test
  void tellsTheFunctionWhereItLiesThere() throws Exception {
    project.write("fns/sub/fn.yaml", TestItems.function("fn", project.see("fn")));

    project.runDeclared("--fn-path", "fns").well();

    assertThat(
            project
                .seen("fn")
                .functionConfig()
                .resource()
                .orElseThrow()
                .annotation("internal.config.kubernetes.io/path"))
        .contains("sub/fn.yaml");
  }

  @Test
  void namesADeclaredProgramThatMayNotRun() throws Exception {
    project.write("fns/fn.yaml", TestItems.function("fn", project.see("fn")));

    assertThat(project.run("--fn-path", "fns").err())
        .startsWith("error: fns/fn.yaml:1: Fn fn wants to run the program");
    assertThat(Files.exists(project.folder.resolve("seen-fn"))).isFalse();
  }
}
