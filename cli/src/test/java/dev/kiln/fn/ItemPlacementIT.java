package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where items go that are new, moved or gone. */
class ItemPlacementIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "fn.yaml, '', configmap_made.yaml",
    "fn.yaml, Shop, shop/configmap_made.yaml",
    "a/fn.yaml, '', a/configmap_made.yaml",
    "a/functions/fn.yaml, ns, a/ns/configmap_made.yaml"
  })
  void aNewItemGoesBesideItsFunction(String fn, String namespace, String file) throws Exception {
    String made =
        TestItems.config("Made").replace("\ndata", "\n  namespace: '" + namespace + "'\ndata");
    Path item =
        project.write(
            "made", TestItems.item(namespace.isEmpty() ? TestItems.config("Made") : made));
    project.with(fn, TestItems.function("fn", project.exec(ShellFunctions.ADD, item.toString())));

    project.runDeclared().well();

    assertThat(project.files()).containsOnlyKeys(fn, file);
  }

  @Test
  void aNewItemOfTheCommandLineGoesToTheTop() throws Exception {
    Path item = project.write("made", TestItems.item(TestItems.config("made")));

    project
        .withItems("a/b.yaml")
        .run("--exec", project.command(ShellFunctions.ADD, "" + item))
        .well();

    assertThat(project.read("configmap_made.yaml")).isEqualTo(TestItems.config("made"));
  }

  @Test
  void aNewItemGoesWhereItsFunctionPutsIt() throws Exception {
    Path item = project.write("made", TestItems.item(placed("made", "b/x.yaml", "0")));

    project
        .withItems("a.yaml")
        .run("--exec", project.command(ShellFunctions.ADD, "" + item))
        .well();

    assertThat(project.read("b/x.yaml")).isEqualTo(TestItems.config("made"));
  }

  @Test
  void aNewItemGoesToItsPlaceInAFile() throws Exception {
    Path item = project.write("made", TestItems.item(placed("made", "all.yaml", "1")));
    project.with("all.yaml", TestItems.documents(TestItems.config("a"), TestItems.config("b")));

    project.run("--exec", project.command(ShellFunctions.ADD, "" + item)).well();

    assertThat(project.read("all.yaml").lines().filter(line -> line.contains("name:")))
        .containsExactly("  name: a", "  name: made", "  name: b");
  }

  /** With others there is YAML in it then. */
  @Test
  void twoNewItemsInAJsonFileAreAList() throws Exception {
    String two =
        TestItems.item(placed("a", "x.json", "0")) + TestItems.item(placed("b", "x.json", "1"));
    Path items = project.write("two", two);

    project
        .withItems("c.yaml")
        .run("--exec", project.command(ShellFunctions.ADD, "" + items))
        .well();

    assertThat(project.read("x.json")).startsWith("{\n").contains("\"kind\": \"List\"");
    project.runSeeing().well();
    assertThat(project.names("it")).containsExactly("c", "a", "b");
  }

  @Test
  void anItemMovesWhereItsFunctionPutsIt() throws Exception {
    String hand = "# by hand\n" + TestItems.config("a").replace("colour: ", "colour:   ");
    project.with("a.yaml", hand).withItems("c.yaml");

    run(ShellFunctions.REPLACE, "io/path: .*a.yaml.*", "io/path: b/b.yaml").well();

    assertThat(project.files()).containsOnlyKeys("b/b.yaml", "c.yaml");
    assertThat(project.read("b/b.yaml")).isEqualTo(hand);
  }

  @Test
  void aDeletedItemTakesItsDocumentWithIt() throws Exception {
    Path less = project.write("less", TestItems.list(TestItems.config("a"), TestItems.config("c")));
    project.with(
        "all.yaml",
        TestItems.documents(TestItems.config("a"), TestItems.config("b"), TestItems.config("c")));

    run(ShellFunctions.GIVE, less.toString()).well();

    assertThat(project.read("all.yaml"))
        .isEqualTo(TestItems.documents(TestItems.config("a"), TestItems.config("c")));
  }

  @Test
  void aFileWithoutItemsIsRemovedAndSoIsItsFolder() throws Exception {
    Path less = project.write("less", TestItems.list(TestItems.config("a")));
    project.withItems("a.yaml", "b/c/d.yaml", "e/f.yaml").with("e/README.md", "kept");

    run(ShellFunctions.GIVE, less.toString()).well();

    assertThat(project.files()).containsOnlyKeys("a.yaml", "e/README.md");
    assertThat(Files.exists(project.pkg.resolve("b"))).isFalse();
  }

  /** kustomize and kpt 0.x delete nothing then, and pass over the functions behind. */
  @Test
  void aFunctionMayDeleteEverything() throws Exception {
    Path none = project.write("none", TestItems.list());

    project.withItems("a.yaml", "b/c.yaml");

    run(ShellFunctions.GIVE, none.toString()).well();

    assertThat(project.files()).isEmpty();
    assertThat(project.pkg).isDirectory();
  }

  @Test
  void nothingIsDeletedByAnEmptyListIfOneSaysSo() throws Exception {
    Path none = project.write("none", TestItems.list());
    project.withItems("a.yaml", "b/c.yaml");

    project
        .run("--keep-on-empty", "--exec", project.command(ShellFunctions.GIVE, "" + none))
        .well();

    assertThat(project.files()).containsOnlyKeys("a.yaml", "b/c.yaml");
  }

  @ParameterizedTest
  @CsvSource({"'', 1, 10", "--allow-delete-all, 0, 0", "--dry-run, 2, 10"})
  void mostOfALargePackageIsDeletedOnlyIfThatIsAllowed(String flag, int exit, int left)
      throws Exception {
    Path none = project.write("none", TestItems.list());
    for (int i = 0; i < 10; i++) {
      project.withItems(i + ".yaml");
    }
    String exec = "--exec=" + project.command(ShellFunctions.GIVE, "" + none);

    var ended = flag.isEmpty() ? project.run(exec) : project.run(exec, flag);

    assertThat(ended.exit()).isEqualTo(exit);
    assertThat(project.files()).hasSize(left);
    assertThat(ended.err().contains("10 of the 10 resources in pkg would be deleted"))
        .isEqualTo(left > 0);
  }

  @Test
  void nothingIsDeletedIfAFunctionFailedDeferred() throws Exception {
    Path none = project.write("none", TestItems.list());
    project.with("a.yaml", TestItems.function("a", "exec: {path: 'false'}\ndeferFailure: true"));
    project.with("b.yaml", TestItems.function("b", project.exec(ShellFunctions.GIVE, "" + none)));

    var ended = project.runDeclared();

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("would be deleted although a function failed");
    assertThat(project.files()).containsOnlyKeys("a.yaml", "b.yaml");
  }

  // --- Paths that cannot be ---------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource({
    "../x.yaml, a path with ..",
    "a/../../x.yaml, a path with ..",
    "/tmp/x.yaml, an absolute path",
    "sub, no file of a package",
    "dir.yaml, a folder",
    "sub/, a folder",
    "a.yaml/x.yaml, 'goes through a file, a.yaml'",
    "link/x.yaml, 'goes through a link, link'",
    "x.txt, no file of a package",
    "values.yaml, a file that is no resource"
  })
  void aPathThatIsNoneOfThePackageIsRefused(String path, String why) throws Exception {
    project.withItems("a.yaml", "sub/b.yaml", "dir.yaml/c.yaml").with("values.yaml", "values: 1\n");
    Files.createSymbolicLink(project.pkg.resolve("link"), Path.of("sub"));
    Path item = project.write("made", TestItems.item(placed("made", path, "0")));
    var before = project.files();

    Program.Ended ended =
        project.run(
            "--exec", project.command(ShellFunctions.ADD, item.toString()), "--exclude-name=no");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(path, why, "ConfigMap").contains("made");
    assertThat(project.files()).isEqualTo(before);
  }

  private static String placed(String name, String path, String index) {
    String annotations =
        "  annotations:\n    internal.config.kubernetes.io/path: '%s'\n    internal.config.kubernetes.io/index: '%s'\n"
            .formatted(path, index);
    return TestItems.config(name).replace("\ndata:", "\n" + annotations + "data:");
  }

  private Program.Ended run(ShellFunctions program, String... args) throws Exception {
    return project.run("--exec", project.command(program, args));
  }
}
