package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order functions run that resources declare. */
class OrderIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @Test
  void deeperFoldersComeFirst() throws Exception {
    project.declaring("z.yaml", "a/b/c.yaml", "a/z.yaml", "b/a.yaml");

    assertThat(order()).containsExactly("a/b/c.yaml", "a/z.yaml", "b/a.yaml", "z.yaml");
  }

  @Test
  void foldersOfOneDepthComeByName() throws Exception {
    project.declaring("b/1.yaml", "a-b/1.yaml", "a/1.yaml", "B/1.yaml");

    assertThat(order()).containsExactly("B/1.yaml", "a/1.yaml", "a-b/1.yaml", "b/1.yaml");
  }

  /** With kustomize and kpt 0.x it is scrambled, from thirteen on. */
  @Test
  void filesOfOneFolderComeByName() throws Exception {
    for (int i = 30; i >= 10; i--) {
      project.declaring("f" + i + ".yaml");
    }

    assertThat(order()).isSorted().hasSize(21);
  }

  @Test
  void documentsOfOneFileComeAsTheyStand() throws Exception {
    project.with(
        "all.yaml",
        TestItems.documents(
            TestItems.function("z", project.see("z")),
            TestItems.config("x"),
            TestItems.function("a", project.see("a"))));

    assertThat(functions("line")).containsExactly("1", "16");
  }

  @Test
  void theFolderFunctionsCountsAsTheOneItIsIn() throws Exception {
    project.declaring("a/functions/m.yaml", "a/n.yaml", "a/l.yaml", "functions/f.yaml", "a.yaml");

    assertThat(order())
        .containsExactly(
            "a/l.yaml", "a/functions/m.yaml", "a/n.yaml", "a.yaml", "functions/f.yaml");
  }

  @Test
  void whatIsDeclaredWhileItRunsWaitsForTheNextRun() throws Exception {
    Path made =
        project.write("made", TestItems.item(TestItems.function("later", project.see("later"))));
    project.with(
        "fn.yaml", TestItems.function("fn", project.exec(ShellFunctions.ADD, made.toString())));

    assertThat(order()).containsExactly("fn.yaml");
    assertThat(project.files()).containsKey("fn_later.yaml");
  }

  @Test
  void whatIsNoLongerDeclaredRunsStill() throws Exception {
    Path none = project.write("none", TestItems.list());
    project.with(
        "a.yaml", TestItems.function("a", project.exec(ShellFunctions.GIVE, none.toString())));

    assertThat(project.declaring("b.yaml").runDeclared().well().err()).contains("b.yaml:1");
    assertThat(project.files()).isEmpty();
  }

  /** The files that declare what ran. */
  private List<String> order() throws Exception {
    return functions("file");
  }

  private List<String> functions(String field) throws Exception {
    String json = project.runDeclared("-o", "json").well().out();
    return YamlTree.of(json).texts("functions[*]." + field);
  }
}
