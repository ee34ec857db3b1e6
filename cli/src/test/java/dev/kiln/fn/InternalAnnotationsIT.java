package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the specification says of internal annotations: a test for each of its sentences. */
class InternalAnnotationsIT {
  private static final String PATH = "internal.config.kubernetes.io/path";
  private static final String INDEX = "internal.config.kubernetes.io/index";

  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("relative/file/path.yaml");
  }

  @Test
  @DisplayName("The orchestrator sets this annotation when reading files from the local filesystem")
  void setsThemWhenItReads() throws Exception {
    project.runSeeing().well();

    assertThat(project.seen("it").items().getFirst().annotations())
        .containsEntry(PATH, "relative/file/path.yaml")
        .containsEntry(INDEX, "0");
  }

  @Test
  @DisplayName(
      "and removes the annotation when writing the output of functions back to the filesystem")
  void removesThemWhenItWrites() throws Exception {
    project.run("--exec", project.command(ShellFunctions.REPLACE, "red", "blue")).well();

    assertThat(project.read("relative/file/path.yaml"))
        .isEqualTo(TestItems.config("path").replace("red", "blue"));
  }

  @Test
  @DisplayName("These annotations are not persisted to resource manifests on the filesystem")
  void keepsThemOffNewFilesToo() throws Exception {
    String marks =
        "  annotations:\n    internal.config.kubernetes.io/whatever: 'x'\n    config.k8s.io/id: '99'\n";
    String made = TestItems.config("made").replace("\ndata:", "\n" + marks + "data:");
    Path item = project.write("made", TestItems.item(made));

    project.run("--exec", project.command(ShellFunctions.ADD, item.toString())).well();

    assertThat(project.read("configmap_made.yaml")).isEqualTo(TestItems.config("made"));
  }

  @Test
  @DisplayName(
      "Annotation prefix internal.config.kubernetes.io is reserved for use for internal annotations")
  void leavesAnnotationsOfOthersAlone() throws Exception {
    String own =
        TestItems.config("own")
            .replace("\ndata:", "\n  annotations:\n    example.com/path: x\ndata:");

    project
        .with("own.yaml", own)
        .run("--exec", project.command(ShellFunctions.REPLACE, "red", "blue"))
        .well();

    assertThat(project.read("own.yaml")).isEqualTo(own.replace("red", "blue"));
  }

  @Test
  @DisplayName("Records the slash-delimited, OS-agnostic, relative file path to a resource")
  void recordsPaths() throws Exception {
    project.withItems("a.yaml", "b/c d/e.yml").runSeeing().well();

    assertThat(project.seen("it").items())
        .extracting(item -> item.annotations().get(PATH))
        .containsExactlyInAnyOrder("a.yaml", "b/c d/e.yml", "relative/file/path.yaml");
  }

  @Test
  @DisplayName(
      "Records the index of a Resource in file … the position of the Resource starting from zero")
  void recordsPlacesInFiles() throws Exception {
    project.with(
        "relative/file/path.yaml",
        TestItems.documents(TestItems.config("a"), TestItems.config("b"), TestItems.config("c")));

    project.runSeeing().well();

    assertThat(project.seen("it").items())
        .extracting(item -> item.name() + item.annotations().get(INDEX))
        .containsExactly("a0", "b1", "c2");
  }

  @Test
  @DisplayName("When this annotation is not specified, it implies a value of 0")
  void takesNoIndexForZero() throws Exception {
    Path list =
        project.write(
            "list",
            TestItems.list(
                TestItems.config("new")
                    .replace("\ndata:", "\n  annotations: {" + PATH + ": new.yaml}\ndata:")));

    project.run("--exec", project.command(ShellFunctions.GIVE, list.toString())).well();

    assertThat(project.files()).containsOnlyKeys("new.yaml");
    assertThat(project.read("new.yaml")).isEqualTo(TestItems.config("new"));
  }

  // --- Functions that lose or change them -------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io/id",
        "io/path",
        "io/index",
        "config.kubernetes.io",
        "config.k8s.io",
        "config.k"
      })
  void findsTheFileOfAnItemThatLostSomeOfThem(String lost) throws Exception {
    String hand = "# by hand\n" + TestItems.config("path").replace("colour: ", "colour:   ");
    project.with("relative/file/path.yaml", hand).withItems("a.yaml");

    project.run("--exec", project.command(ShellFunctions.DROP, lost, "nothing else")).well();

    assertThat(project.read("relative/file/path.yaml")).isEqualTo(hand);
    assertThat(project.files()).containsOnlyKeys("a.yaml", "relative/file/path.yaml");
  }

  @Test
  void findsTheFileOfAnItemThatLostThemAllAndChanged() throws Exception {
    String hand = "# by hand\n" + TestItems.config("path").replace("colour: ", "colour:   ");
    project.with("relative/file/path.yaml", hand);
    Path list =
        project.write("list", TestItems.list(TestItems.config("path").replace("red", "blue")));

    project.run("--exec", project.command(ShellFunctions.GIVE, list.toString())).well();

    assertThat(project.files()).containsOnlyKeys("relative/file/path.yaml");
    assertThat(project.read("relative/file/path.yaml")).isEqualTo(hand.replace("red", "blue"));
  }

  @Test
  void aRenamedItemStaysInItsFile() throws Exception {
    project
        .run("--exec", project.command(ShellFunctions.REPLACE, "name: path", "name: other"))
        .well();

    assertThat(project.files()).containsOnlyKeys("relative/file/path.yaml");
    assertThat(project.read("relative/file/path.yaml")).isEqualTo(TestItems.config("other"));
  }

  @Test
  void theOlderAnnotationMovesAnItemToo() throws Exception {
    project
        .run(
            "--exec",
            project.command(
                ShellFunctions.REPLACE,
                " config.kubernetes.io/path: .*",
                " config.kubernetes.io/path: b.yaml"))
        .well();

    assertThat(project.files()).containsOnlyKeys("b.yaml");
  }

  @Test
  void refusesTwoPlacesForOneItem() throws Exception {
    String both =
        "s|internal.config.kubernetes.io/path: .*|internal.config.kubernetes.io/path: a.yaml|;s|  config.kubernetes.io/path: .*|  config.kubernetes.io/path: b.yaml|";

    var ended = project.run("--exec", "sed '" + both + "'");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(PATH, "a.yaml", "b.yaml");
    assertThat(project.files()).containsOnlyKeys("relative/file/path.yaml");
  }

  @Test
  void aFunctionThatForgetsAllMetadataOfAListOfTwoIsUnderstood() throws Exception {
    project.with(
        "relative/file/path.yaml",
        TestItems.documents(TestItems.config("a"), TestItems.config("b")));
    Path list = project.write("list", TestItems.list(TestItems.config("b"), TestItems.config("a")));

    project.run("--exec", project.command(ShellFunctions.GIVE, list.toString())).well();

    assertThat(project.read("relative/file/path.yaml"))
        .isEqualTo(TestItems.documents(TestItems.config("a"), TestItems.config("b")));
  }
}
