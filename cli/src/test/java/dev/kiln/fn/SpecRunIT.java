package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the specification says of input, output and runs: a test for each of its sentences. */
class SpecRunIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @Test
  @DisplayName(
      "programs which read resources as input, then write resources as output (creating …)")
  void createsResources() throws Exception {
    Path made = project.write("made", TestItems.item(TestItems.config("made")));
    project.withItems("a.yaml").with("fn.yaml", TestItems.function("f", add(made)));

    project.runDeclared().well();

    assertThat(project.read("configmap_made.yaml")).isEqualTo(TestItems.config("made"));
  }

  @Test
  @DisplayName("… (… modifying …)")
  void modifiesResources() throws Exception {
    project.withItems("a.yaml").with("fn.yaml", TestItems.function("f", replace("red", "blue")));

    project.runDeclared().well();

    assertThat(project.read("a.yaml")).isEqualTo(TestItems.config("a").replace("red", "blue"));
  }

  @Test
  @DisplayName("… (… deleting …)")
  void deletesResources() throws Exception {
    project.withItems("a.yaml", "b.yaml");
    Path less = project.write("less", TestItems.list(TestItems.config("b")));

    project.run("--exec", project.command(ShellFunctions.GIVE, less.toString())).well();

    assertThat(project.files()).containsOnlyKeys("b.yaml");
  }

  @Test
  @DisplayName("… (… or validating resources)")
  void validatesResources() throws Exception {
    project.withItems("a.yaml");

    assertThat(project.run("--exec", project.command(ShellFunctions.FAIL)).exit()).isEqualTo(1);
    assertThat(project.read("a.yaml")).isEqualTo(TestItems.config("a"));
  }

  @Test
  @DisplayName("should be able to read resources they have previously written")
  void readsWhatItWroteBefore() throws Exception {
    Path made = project.write("made", TestItems.item(TestItems.config("made")));
    project
        .withItems("a.yaml")
        .run("--exec", project.command(ShellFunctions.ADD, made.toString()))
        .well();
    project.declaring("later.yaml");

    project.runDeclared().well();

    assertThat(project.names("later")).containsExactly("a", "made", "later");
  }

  @Test
  @DisplayName("updating the inputs rather generating new resources")
  void updatesWhatItWroteBefore() throws Exception {
    Path first = project.write("1", TestItems.list(TestItems.config("made")));
    Path second =
        project.write("2", TestItems.list(TestItems.config("made").replace("red", "blue")));

    project.run("--exec", project.command(ShellFunctions.GIVE, first.toString())).well();
    project.run("--exec", project.command(ShellFunctions.GIVE, second.toString())).well();

    assertThat(project.files()).containsOnlyKeys("configmap_made.yaml");
    assertThat(project.read("configmap_made.yaml")).contains("colour: blue");
  }

  @Test
  @DisplayName("Functions read a ResourceList, modify it, and write it back out")
  void getsAResourceList() throws Exception {
    project.withItems("a.yaml").declaring("fn.yaml").runDeclared().well();

    assertThat(project.seen("fn").toString())
        .startsWith("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n");
  }

  @Test
  @DisplayName(
      "The ResourceList contains: … a list of resource items; configuration for the function")
  void getsItemsAndConfiguration() throws Exception {
    project.withItems("a.yaml", "b/b.json.yaml").declaring("fn.yaml").runDeclared().well();

    assertThat(project.names("fn")).containsExactly("a", "b.json", "fn");
    assertThat(project.seen("fn").functionConfig().resource().orElseThrow().name()).isEqualTo("fn");
  }

  @Test
  @DisplayName("Functions may optionally be configured using the ResourceList.functionConfig field")
  void worksWithoutArguments() throws Exception {
    project.withItems("a.yaml");

    project.run("--exec", project.command(ShellFunctions.SEE, project.folder + "/seen-it")).well();

    assertThat(project.names("it")).containsExactly("a");
  }

  @Test
  @DisplayName("Some functions use a ConfigMap as the functionConfig")
  void takesAConfigMapForConfiguration() throws Exception {
    project.with(
        "fn.yaml",
        TestItems.function("fn", project.see("fn"))
            .replace("example.com/v1", "v1")
            .replace("kind: Fn", "kind: ConfigMap"));

    project.runDeclared().well();

    assertThat(project.seen("fn").functionConfig().resource().orElseThrow().kind())
        .isEqualTo("ConfigMap");
  }

  @Test
  @DisplayName(
      "the items will be written to a sink. In most cases the sink will be the same as the source")
  void writesWhereItRead() throws Exception {
    project.withItems("a.yaml", "sub/b.yaml");

    project.run("--exec", project.command(ShellFunctions.REPLACE, "red", "blue")).well();

    assertThat(project.read("a.yaml")).contains("blue");
    assertThat(project.read("sub/b.yaml")).contains("blue");
  }

  @Test
  @DisplayName(
      "Functions may be run either imperatively …, or … declaratively using the form kpt fn run DIR/")
  void takesTheFolderWithASlash() throws Exception {
    project.declaring("fn.yaml");

    project.fn("", "run", "pkg/", "--enable-exec").well();

    assertThat(project.names("fn")).containsExactly("fn");
  }

  @Test
  @DisplayName("for each resource with this annotation, kpt will run the specified function")
  void runsEachThatIsDeclared() throws Exception {
    project.declaring("one.yaml", "two.yaml", "sub/three.yaml").runDeclared().well();

    assertThat(project.folder).isDirectoryContaining("glob:**/seen-one");
    assertThat(project.folder).isDirectoryContaining("glob:**/seen-two");
    assertThat(project.folder).isDirectoryContaining("glob:**/seen-three");
  }

  @Test
  @DisplayName("(using the resource as the functionConfig)")
  void configuresByTheResourceThatDeclares() throws Exception {
    project
        .with("fn.yaml", TestItems.function("fn", project.see("fn")) + "spec:\n  n: 080 # octal?\n")
        .runDeclared()
        .well();

    assertThat(project.seen("fn").toString()).contains("n: 080 # octal?");
  }

  @Test
  @DisplayName(
      "functions are run sequentially, with the output of each function provided as input to the next")
  void givesEachWhatTheOneBeforeItLeft() throws Exception {
    project
        .withItems("x.yaml")
        .with("a.yaml", TestItems.function("a", replace("red", "blue")))
        .with("b.yaml", TestItems.function("b", replace("blue", "green")))
        .with("c.yaml", TestItems.function("c", project.see("c")))
        .runDeclared()
        .well();

    assertThat(project.seen("c").toString()).contains("colour: green");
    assertThat(project.read("x.yaml")).contains("colour: green");
  }

  @Test
  @DisplayName(
      "If multiple functions are specified in the same yaml file …, then they are run in the order they are specified")
  void runsThoseOfOneFileInTheirOrder() throws Exception {
    var file = new StringBuilder(TestItems.function("z", replace("red", "0")));
    for (int i = 0; i < 12; i++) {
      file.append("---\n")
          .append(
              TestItems.function("f" + (99 - i), replace("colour: " + i, "colour: " + (i + 1))));
    }

    project.withItems("x.yaml").with("fns.yaml", file.toString()).runDeclared().well();

    assertThat(project.read("x.yaml")).contains("colour: 12");
  }

  @Test
  @DisplayName(
      "Functions are scoped to resources that live in their same directory, or subdirectories of their directory")
  void seesItsFolderAndBelow() throws Exception {
    project
        .withItems("above.yaml", "a/beside.yaml", "a/b/below.yaml", "c/elsewhere.yaml")
        .declaring("a/fn.yaml")
        .runDeclared()
        .well();

    assertThat(project.names("fn")).containsExactlyInAnyOrder("beside", "below", "fn");
  }

  @Test
  @DisplayName(
      "recursively traverse DIR/ looking for declared functions and invoking them – passing in only those resources scoped to the function")
  void findsWhatIsDeclaredDeepDown() throws Exception {
    project.withItems("a/b/x.yaml", "a/b/c/y.yaml").declaring("a/b/c/d/fn.yaml", "a/b/c/up.yaml");

    project.runDeclared().well();

    assertThat(project.names("fn")).containsExactly("fn");
    assertThat(project.names("up")).containsExactlyInAnyOrder("y", "up", "fn");
  }

  @Test
  @DisplayName("Write Error Messages To: STDERR")
  void showsWhatAFunctionSays() throws Exception {
    project.withItems("a.yaml");

    var ended = project.run("--exec", project.command(ShellFunctions.TALK, "mind the gap")).well();

    assertThat(ended.err()).contains("mind the gap");
    assertThat(ended.out()).isEmpty();
  }

  @Test
  @DisplayName("Validation Failure: Exit Code")
  void takesAnExitCodeForAFailure() throws Exception {
    project.withItems("a.yaml");

    var ended = project.run("--exec", project.command(ShellFunctions.FAIL));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("it is broken");
  }

  private String add(Path item) {
    return project.exec(ShellFunctions.ADD, item.toString());
  }

  private String replace(String from, String to) {
    return project.exec(ShellFunctions.REPLACE, from, to);
  }
}
