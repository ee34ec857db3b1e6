package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingTest {
  private static final String LIST =
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: one
      - apiVersion: v1
        kind: ConfigMap
        metadata:
          name: two
      """;

  @TempDir Path temporary;
  private TestPackage folder;

  @BeforeEach
  void begin() throws IOException {
    folder = new TestPackage(Files.createDirectory(temporary.resolve("root")));
  }

  private List<String> names() {
    return names(folder.read());
  }

  private static List<String> names(PackageFolder read) {
    return read.items().stream().map(item -> item.resource().name()).toList();
  }

  private List<String> problems() {
    return catchThrowableOfType(PackageException.class, () -> folder.read()).problems();
  }

  @Test
  void itemsComeByPathSegmentBySegment() {
    folder.withItem("b.yaml").withItem("a.yaml").withItem("a/z.yaml").withItem("a-b/c.yml");

    assertThat(folder.read().items())
        .extracting(PackageItem::path)
        .containsExactly("a/z.yaml", "a-b/c.yml", "a.yaml", "b.yaml");
  }

  @Test
  void manyFilesComeInTheirOrderAsWellAndSoDoesWhatIsWrongWithThem() {
    for (int i = 1000; i < 1200; i++) {
      folder.withItem(i + ".yaml");
    }
    assertThat(folder.read().items())
        .extracting(PackageItem::path)
        .containsExactlyElementsOf(IntStream.range(1000, 1200).mapToObj(i -> i + ".yaml").toList());

    for (int i = 1001; i < 1200; i += 2) {
      folder.with(i + ".yaml", "a: [");
    }
    assertThat(problems()).hasSize(100).isSorted().first(STRING).startsWith("1001.yaml:1:");
  }

  @Test
  void filesOfYamlAndJsonAreRead() {
    folder
        .withItem("a.yaml")
        .withItem("b.yml")
        .with(
            "c.json", "{\"apiVersion\": \"v1\", \"kind\": \"A\", \"metadata\": {\"name\": \"c\"}}")
        .withItem("d.txt")
        .withItem("e.YAML")
        .withItem("yaml");

    assertThat(names()).containsExactly("a.yaml", "b.yml", "c");
  }

  @Test
  void hiddenFilesAreReadAndThoseOfGitAreNot() {
    folder.withItem(".a.yaml").withItem(".b/c.yaml").withItem(".git/d.yaml");

    assertThat(names()).containsExactly(".a.yaml", "c.yaml");
  }

  @Test
  void everyDocumentOfAFileIsAnItem() {
    folder.with("a.yaml", TestPackage.configMap("one") + "---\n" + TestPackage.configMap("two"));

    assertThat(folder.read().items())
        .extracting(item -> item.index() + item.resource().name() + item.line())
        .containsExactly("0one1", "1two6");
  }

  @Test
  void anItemHasTheCommentsOfItsDocument() {
    folder.with(
        "a.yaml", "---\n# above\n\n" + TestPackage.configMap("one") + "# below\n---\n# none\n");

    assertThat(folder.read().items().getFirst().resource())
        .hasToString("# above\n\n" + TestPackage.configMap("one") + "# below\n");
  }

  @Test
  void aNodeOfAnItemKnowsItsPlaceInTheFile() {
    folder.with("a.yaml", "# one\n---\n" + TestPackage.configMap("a") + "---\n" + LIST);
    var item = folder.read().items().get(2);

    assertThat(item.place(item.resource().find("metadata.name").orElseThrow()))
        .isEqualTo("a.yaml:18:11");
  }

  @Test
  void theItemsOfAListAreItems() {
    folder.with("a.yaml", TestPackage.configMap("zero") + "---\n" + LIST);

    assertThat(folder.read().items())
        .extracting(item -> item.index() + item.resource().name())
        .containsExactly("0zero", "1one", "2two");
  }

  @Test
  void aListOfOneKindIsAListToo() {
    folder.with("a.yaml", LIST.replaceFirst("kind: List", "kind: ConfigMapList"));

    assertThat(names()).containsExactly("one", "two");
  }

  @Test
  void aListThatIsNotTakenApartIsWarnedOf() {
    folder
        .with("a.yaml", "apiVersion: v1\nkind: List\nitems: foo\n")
        .with("b.yaml", "apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata:\n    name: b\n")
        .with(
            "c.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: []}\n")
        .with("d.yaml", LIST)
        .with("e.yaml", "apiVersion: v1\nkind: List\n");

    String text =
        " is one item here, and not taken apart"
            + " (expected: a document of its own, whose items have apiVersion and kind)";
    assertThat(folder.read().warnings())
        .containsExactly(
            "a.yaml:1:1: a List" + text,
            "b.yaml:1:1: a ConfigMapList" + text,
            "c.yaml:4:3: a List" + text,
            "e.yaml:1:1: a List" + text);
  }

  @Test
  void aResourceThatIsMerelyCalledAListIsOne() {
    folder
        .with("a.yaml", "apiVersion: x/v1\nkind: AllowList\nmetadata:\n  name: a\nitems: []\n")
        .with("b.yaml", "apiVersion: x/v1\nkind: DenyList\nitems:\n- 10.0.0.0/8\n")
        .with("c.yaml", "apiVersion: x/v1\nkind: Playlist\nspec: {}\nitems: []\n");

    assertThat(folder.read().items())
        .extracting(item -> item.resource().kind())
        .containsExactly("AllowList", "DenyList", "Playlist");
  }

  @Test
  void aKptfileIsAnItemOnlyIfItIsAskedFor() {
    folder.withItem("Kptfile").withItem("a.yaml");

    assertThat(names()).containsExactly("a.yaml");
    assertThat(names(PackageFolder.read(folder.root(), new ReadOptions(true, false))))
        .containsExactly("Kptfile", "a.yaml");
  }

  @Test
  void whatIsNoResourceIsLeftAloneWithAWarning() {
    folder
        .with("a.yaml", "# values\nreplicas: 1\n")
        .with("b.yaml", TestPackage.configMap("b") + "---\n- 1\n---\napiVersion: v1\n")
        .with("c.json", "7");

    var read = folder.read();

    assertThat(names(read)).containsExactly("b");
    assertThat(read.warnings())
        .containsExactly(
            "a.yaml:2:1: no apiVersion (expected: a resource, with apiVersion and kind); left alone",
            "b.yaml:6:1: no object (expected: a resource, with apiVersion and kind); left alone",
            "b.yaml:8:1: no kind (expected: a resource, with apiVersion and kind); left alone",
            "c.json:1:1: no object (expected: a resource, with apiVersion and kind); left alone");
  }

  @Test
  void strictReadingRefusesWhatIsNoResource() {
    folder.with("a.yaml", "replicas: 1\n");

    assertThatThrownBy(() -> PackageFolder.read(folder.root(), new ReadOptions(false, true)))
        .isInstanceOf(PackageException.class)
        .hasMessage("a.yaml:1:1: no apiVersion (expected: a resource, with apiVersion and kind)");
  }

  @Test
  void filesWithoutContentAreNoMatter() {
    folder.with("a.yaml", "").with("b.yaml", "# later\n").with("c.yaml", "---\n---\n");

    assertThat(folder.read().items()).isEmpty();
    assertThat(folder.read().warnings()).isEmpty();
  }

  @Test
  void allBadFilesAreNamedAtOnce() {
    folder
        .with("a.yaml", TestPackage.configMap("a") + "---\na: [\n")
        .with("b.yaml", "kind: A\n---\nkind: A\nkind: B\n---\n{}}\n")
        .with("c.yaml", "a: \u0007\n");

    assertThat(problems())
        .containsExactly(
            "a.yaml:6:4: a [ that is not closed (opened here)",
            "b.yaml:4:1: duplicate key \"kind\", first on line 3",
            "b.yaml:6:3: unexpected text after the value that ends at column 3",
            "c.yaml:1:4: control character U+0007 (write it as an escape in double quotes)");
  }

  @Test
  void metadataThatIsNoMapIsNamedAmongWhatIsBad() {
    String head = "apiVersion: v1\nkind: ConfigMap\n";
    folder
        .with("a.yaml", TestPackage.configMap("a") + "---\n" + head + "metadata: foo\n")
        .with("b.yaml", head + "metadata: []\n")
        .with("c.yaml", head + "metadata:\n  annotations: foo\n")
        .with(
            "d.yaml", LIST.replaceFirst("metadata:\n    name: one", "metadata: {annotations: [a]}"))
        .with("e.yaml", "a: [\n")
        .with("f.yaml", head + "metadata:\n")
        .with("g.yaml", head + "metadata:\n  annotations:\n");

    assertThat(problems())
        .containsExactly(
            "a.yaml:8:11: metadata is no map (expected: a map)",
            "b.yaml:3:11: metadata is no map (expected: a map)",
            "c.yaml:4:16: metadata.annotations is no map (expected: a map)",
            "d.yaml:6:27: metadata.annotations is no map (expected: a map)",
            "e.yaml:1:4: a [ that is not closed (opened here)");
  }

  @Test
  void aRootThatIsALinkIsFollowed() throws IOException {
    folder.withItem("a.yaml");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), folder.root());

    assertThat(names(PackageFolder.read(link, ReadOptions.defaults()))).containsExactly("a.yaml");
  }

  @Test
  void aLinkThatStaysInsideIsReadWhereItsTargetLies() throws IOException {
    folder.withItem("a.yaml").withItem("b/c.yaml");
    Files.createSymbolicLink(folder.root().resolve("z.yaml"), Path.of("a.yaml"));
    Files.createSymbolicLink(folder.root().resolve("d"), Path.of("b"));

    assertThat(names()).containsExactly("a.yaml", "c.yaml");
  }

  @Test
  void aLinkThatLeadsOutIsRefused() throws IOException {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("a.yaml"), TestPackage.configMap("a"));
    Files.createSymbolicLink(folder.root().resolve("a.yaml"), outside.resolve("a.yaml"));
    Files.createSymbolicLink(folder.root().resolve("d"), outside);
    Files.createSymbolicLink(folder.root().resolve("no.yaml"), Path.of("nowhere"));
    Files.createSymbolicLink(folder.root().resolve("README.md"), outside.resolve("a.yaml"));

    String real = outside.toRealPath().toString();
    assertThat(problems())
        .containsExactlyInAnyOrder(
            "a.yaml: a link that leads out of the package, to "
                + real
                + "/a.yaml (expected: one inside)",
            "d: a link that leads out of the package, to " + real + " (expected: one inside)",
            "no.yaml: a link that leads nowhere (expected: a file of the package)");
  }

  @Test
  void whatKrmignoreNamesIsNotRead() {
    folder
        .with(".krmignore", "# charts\ncharts/\n*.tmp.yaml\n!keep.tmp.yaml\n/top.yaml\n")
        .with("sub/.krmignore", "own.yaml\n")
        .withItem("charts/a.yaml")
        .withItem("sub/charts/a.yaml")
        .withItem("b.tmp.yaml")
        .withItem("keep.tmp.yaml")
        .withItem("top.yaml")
        .withItem("sub/top.yaml")
        .withItem("sub/own.yaml")
        .withItem("own.yaml");

    assertThat(folder.read().items())
        .extracting(PackageItem::path)
        .containsExactly("keep.tmp.yaml", "own.yaml", "sub/top.yaml");
  }

  @Test
  void aFolderThatIsNoneIsRefused() {
    folder.withItem("a.yaml");
    Path file = folder.root().resolve("a.yaml");
    Path none = folder.root().resolve("none");

    assertThatThrownBy(() -> PackageFolder.read(file, ReadOptions.defaults()))
        .hasMessage(file + ": no folder (expected: the folder of a package)");
    assertThatThrownBy(() -> PackageFolder.read(none, ReadOptions.defaults()))
        .hasMessage(none + ": no such folder");
  }

  @Test
  void aFileThatMayNotBeReadIsNamed() throws IOException {
    folder.withItem("a.yaml");
    Path file = folder.root().resolve("a.yaml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "who runs this may read everything");

    assertThat(problems()).containsExactly("a.yaml: cannot be read: no permission");
  }
}
