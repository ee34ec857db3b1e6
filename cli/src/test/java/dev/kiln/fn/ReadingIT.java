package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a folder is a package, and what is in it. */
class ReadingIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @Test
  void readsYamlAndJson() throws Exception {
    project
        .withItems("a.yaml", "b.yml", "c.txt", "d.YAML")
        .with(
            "e.json", "{\"apiVersion\": \"v1\", \"kind\": \"X\", \"metadata\": {\"name\": \"e\"}}");

    assertThat(seen()).containsExactly("a", "b", "e");
  }

  @Test
  void readsHiddenFilesButNotThoseOfGit() throws Exception {
    project.withItems("a.yaml", ".b.yaml", ".c/d.yaml", ".git/e.yaml");

    assertThat(seen()).containsExactlyInAnyOrder("a", ".b", "d");
  }

  @Test
  void passesOverWhatIsIgnored() throws Exception {
    project
        .withItems("a.yaml", "b.yaml", "c/d.yaml", "c/e.yaml", "f/g/h.yaml", "f/i.yaml")
        .with(".krmignore", "b.yaml\nf/*\n!f/i.yaml\n")
        .with("c/.krmignore", "# mine\n/d.yaml\n");

    assertThat(seen()).containsExactlyInAnyOrder("a", "e", "i");
  }

  @Test
  void leavesWhatIsIgnoredAsItIs() throws Exception {
    project.withItems("a.yaml").with("b.yaml", "{{ template }}\n").with(".krmignore", "b.yaml\n");

    project.run("--exec", project.command(ShellFunctions.REPLACE, "red", "blue")).well();

    assertThat(project.read("b.yaml")).isEqualTo("{{ template }}\n");
  }

  @Test
  void readsTheDocumentsOfAFileInOrder() throws Exception {
    project.with(
        "all.yaml",
        "# head\n---\n"
            + TestItems.documents(TestItems.config("b"), "# none\n", TestItems.config("a")));

    assertThat(seen()).containsExactly("b", "a");
    assertThat(project.seen("it").items()).extracting(item -> item.index()).containsExactly(0, 1);
  }

  @Test
  void takesListsApart() throws Exception {
    project.with(
        "list.yaml",
        "apiVersion: v1\nkind: List\nitems:\n"
            + TestItems.item(TestItems.config("a"))
            + TestItems.item(TestItems.config("b")));

    assertThat(seen()).containsExactly("a", "b");
  }

  @Test
  void takesNoResourceApartWhoseKindEndsInList() throws Exception {
    project.with(
        "allow.yaml",
        "apiVersion: x/v1\nkind: AllowList\nmetadata: {name: own}\nitems:\n- a\n- b\n");

    assertThat(seen()).containsExactly("own");
  }

  @Test
  void aKptfileIsAnItemOnlyIfOneSaysSo() throws Exception {
    project
        .withItems("a.yaml")
        .with("Kptfile", "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: p\n");

    assertThat(seen()).containsExactly("a");
    assertThat(seen("--include-kptfile")).containsExactlyInAnyOrder("a", "p");
  }

  @Test
  void followsNoLinkButReadsWhatItLeadsToInside() throws Exception {
    project.withItems("a.yaml", "b/c.yaml");
    Files.createSymbolicLink(project.pkg.resolve("link.yaml"), Path.of("a.yaml"));
    Files.createSymbolicLink(project.pkg.resolve("folder"), Path.of("b"));

    assertThat(seen()).containsExactly("a", "c");
  }

  @ParameterizedTest
  @CsvSource({"link.yaml, ../elsewhere/x.yaml", "folder, ../elsewhere"})
  void refusesALinkThatLeavesThePackage(String name, String target) throws Exception {
    project.withItems("a.yaml").write("elsewhere/x.yaml", TestItems.config("x"));
    Files.createSymbolicLink(project.pkg.resolve(name), Path.of(target));

    refuses(name + ": a link that leads out of the package");
  }

  @Test
  void thePackageItselfMayBeALink() throws Exception {
    project.withItems("a.yaml");
    Files.createSymbolicLink(project.folder.resolve("link"), project.pkg);

    project
        .fn("", "run", "link", "--exec", project.command(ShellFunctions.REPLACE, "red", "blue"))
        .well();

    assertThat(project.read("a.yaml")).contains("blue");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "values: 1|no apiVersion",
        "apiVersion: v1|no kind",
        "[a, b]|no object",
        "{apiVersion: v1, kind: 3}|no kind"
      })
  void leavesAloneWhatIsNoResource(String text, String why) throws Exception {
    project.withItems("a.yaml").with("values.yaml", text + "\n");

    var ended = see().well();

    assertThat(ended.err()).contains("warning: values.yaml:1:1: " + why);
    assertThat(project.names("it")).containsExactly("a");
    assertThat(project.read("values.yaml")).isEqualTo(text + "\n");
  }

  @Test
  void refusesWhatIsNoResourceIfItIsStrict() throws Exception {
    project.withItems("a.yaml").with("values.yaml", "values: 1\n");

    refuses("error: values.yaml:1:1: no apiVersion", "--strict");
  }

  @Test
  void namesAllPlacesOfWhatIsNoYaml() throws Exception {
    project
        .with("a.yaml", TestItems.documents(TestItems.config("a"), "kind: [\n"))
        .with("b.yaml", "{{- if x }}\na: b\n")
        .with("c.yaml", "a: 1\na: 2\n");

    refuses("error: a.yaml:");
    refuses("error: b.yaml:1:");
    refuses("error: c.yaml:2:1: ");
  }

  @Test
  void saysWhatAFolderThatIsNoneIs() throws Exception {
    var ended = project.fn("", "run", "nowhere", "--exec", "cat");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).isEqualTo("error: nowhere: no such folder\n");
  }

  @Test
  void refusesTwoFolders() throws Exception {
    assertThat(project.fn("", "run", "one", "two").exit()).isEqualTo(1);
  }

  private void refuses(String message, String... args) throws Exception {
    var before = project.files();
    var ended = see(args);
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains(message);
    assertThat(project.files()).isEqualTo(before);
  }

  private List<String> seen(String... args) throws Exception {
    see(args).well();
    return project.names("it");
  }

  private Program.Ended see(String... args) throws Exception {
    return project.runSeeing(args);
  }
}
