package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kiln.sdk.Resource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WritePlanTest {
  @TempDir Path temporary;
  private TestPackage folder;
  private Map<String, String> old;
  private WritePlan plan;

  @BeforeEach
  void begin() {
    folder = WriterProcess.before(temporary.resolve("root"));
    old = folder.texts();
    plan = WriterProcess.plan(folder.read());
  }

  @Test
  void aPlanOfWhatIsThereIsEmpty() {
    var read = folder.read();

    assertThat(read.plan(TestPackage.placed(read, item -> item)).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# later\n"})
  void aNewItemGoesIntoAFileThatHasNone(String text) {
    var empty = new TestPackage(temporary.resolve("empty")).with("a.yaml", text);
    var item = PlacedItem.created("a.yaml", Resource.parse(TestPackage.configMap("x")));

    empty.read().plan(List.of(item)).write();

    assertThat(empty.text("a.yaml")).endsWith(TestPackage.configMap("x")).startsWith(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n"})
  void aNewItemGoesIntoAFileOfJsonThatHasNone(String text) {
    var empty = new TestPackage(temporary.resolve("empty")).with("a.json", text);
    var item = PlacedItem.created("a.json", Resource.parse(TestPackage.configMap("x")));

    empty.read().plan(List.of(item)).write();

    assertThat(empty.read().items()).hasSize(1);
  }

  @Test
  void aPlanNamesTheFilesThatDiffer() {
    assertThat(plan.changes())
        .extracting(change -> change.path() + " " + change.kind())
        .containsExactly(
            "a.yaml CHANGED", "b/b.yaml CHANGED", "gone/c.yaml DELETED", "new/deep/d.yaml CREATED");
  }

  @ParameterizedTest
  @CsvSource({"9, 0, false", "10, 5, false", "10, 4, true", "10, 0, true"})
  void mostOfALargePackageIsNotDeletedUnnoticed(int before, int after, boolean most) {
    var large = new TestPackage(temporary.resolve("large"));
    for (int i = 0; i < before; i++) {
      large.withItem(i + ".yaml");
    }
    var read = large.read();

    var fewer = read.plan(TestPackage.placed(read, item -> item).subList(0, after));

    assertThat(fewer.deletesMost()).isEqualTo(most);
  }

  @Test
  void planningTouchesNothing() {
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void writingLeavesNothingButThePackage() {
    plan.write();

    assertThat(folder.texts()).isEqualTo(WriterProcess.after(temporary.resolve("wanted")).texts());
    assertThat(folder.root().resolve("gone")).doesNotExist();
    assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
  }

  @Test
  void anUnchangedFileStaysTheVeryFile() throws IOException {
    Object before = key("a.yaml");
    var read = folder.read();

    read.plan(TestPackage.placed(read, item -> item)).write();

    assertThat(key("a.yaml")).isEqualTo(before);
  }

  private Object key(String path) throws IOException {
    return Files.getAttribute(folder.root().resolve(path), "fileKey");
  }

  @Test
  void theModeOfAChangedFileStays() throws IOException {
    Path file = folder.root().resolve("a.yaml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));

    plan.write();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxr-x--x");
  }

  @Test
  void theOwnerOfAChangedFileStays() throws IOException {
    Path file = folder.root().resolve("a.yaml");
    assumeTrue(
        Files.getOwner(file).getName().equals("root"),
        "only a privileged process gives files away");
    Files.setAttribute(file, "unix:uid", 12345);
    Files.setAttribute(file, "unix:gid", 12346);

    plan.write();

    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12345);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(12346);
  }

  @Test
  void whatChangedSinceItWasReadIsNotOverwritten() {
    folder.with("b/b.yaml", TestPackage.configMap("other")).withItem("appeared.yaml");

    assertThatThrownBy(plan::write)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            "appeared.yaml: appeared since the package was read\n"
                + "b/b.yaml: changed since it was read");
    assertThat(folder.text("a.yaml")).isEqualTo(old.get("a.yaml"));
    assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
  }

  @Test
  void aChangeThatKeepsSizeAndTimeIsSeen() throws IOException {
    Path file = folder.root().resolve("b/b.yaml");
    FileTime time = Files.getLastModifiedTime(file);
    folder.with("b/b.yaml", TestPackage.configMap("c.yaml"));
    Files.setLastModifiedTime(file, time);

    assertThatThrownBy(plan::write).hasMessage("b/b.yaml: changed since it was read");
  }

  @Test
  void aFileThatWasMerelyTouchedIsNoMatter() throws IOException {
    Files.setLastModifiedTime(folder.root().resolve("b/b.yaml"), FileTime.fromMillis(0));

    plan.write();

    assertThat(folder.text("b/b.yaml")).isEqualTo(TestPackage.configMap("changed"));
  }

  @Test
  void aFailureInTheMiddleIsTakenBack() {
    assertThatThrownBy(
            () ->
                plan.write(
                    (stage, number) -> {
                      if (stage.equals(TransactionListener.PLACED) && number == 0) {
                        WriterProcess.obstruct(folder.root().resolve("new/deep/d.yaml"));
                      }
                    }))
        .isInstanceOf(PackageException.class)
        .hasMessage(
            "new/deep/d.yaml: cannot be written: it exists already; all files are as they were");
    assertThat(folder.texts()).isEqualTo(old);
    assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
  }

  /** Somebody's edit at a step of a write. */
  private static TransactionListener at(String step, Executable edit) {
    return (stage, number) -> {
      if (step.equals(stage + " " + number)) {
        assertDoesNotThrow(edit);
      }
    };
  }

  @Test
  void anEditBehindTheCheckIsNotOverwritten() {
    String mine = TestPackage.configMap("mine");

    assertThatThrownBy(() -> plan.write(at("checked 0", () -> folder.with("b/b.yaml", mine))))
        .hasMessage(
            "b/b.yaml: cannot be written: changed since it was read; all files are as they were");

    old.put("b/b.yaml", mine);
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void aFolderThatBecomesALinkBehindTheCheckIsNotFollowed() {
    Path elsewhere = temporary.resolve("elsewhere");
    Path inside = folder.root().resolve("b");

    assertThatThrownBy(
            () ->
                plan.write(
                    at(
                        "checked 0",
                        () -> Files.createSymbolicLink(inside, Files.move(inside, elsewhere)))))
        .hasMessage(
            "b: cannot be written: it is a link now (expected: a folder);"
                + " all files are as they were");

    assertThat(elsewhere.resolve("b.yaml")).hasContent(TestPackage.configMap("b.yaml"));
  }

  @Test
  void aFileThatReplacedAnotherBehindTheCheckIsNotOverwritten() {
    String mine = TestPackage.configMap("mine");
    folder.with("b/mine", mine);
    Path file = folder.root().resolve("b/b.yaml");

    assertThatThrownBy(
            () ->
                plan.write(
                    at(
                        "placed 0",
                        () -> Files.move(file.resolveSibling("mine"), file, REPLACE_EXISTING))))
        .hasMessageEndingWith("; all files are as they were");

    old.put("b/b.yaml", mine);
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void aFileThatAppearsWhereAnotherIsBeingReplacedStaysBesideIt() {
    String mine = TestPackage.configMap("mine");

    assertThatThrownBy(() -> plan.write(at("taken 1", () -> folder.with("b/b.yaml", mine))))
        .hasMessage(
            "b/b.yaml: cannot be written: it exists already; all files are as they were, except"
                + " b/b.yaml (changed meanwhile; as it was read, it is in b.yaml.orig)");

    old.put("b/b.yaml.orig", old.put("b/b.yaml", mine));
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void anEditOfAFileThatWasOpenBeforeIsNotLost() throws IOException {
    try (var file = FileChannel.open(folder.root().resolve("a.yaml"), APPEND)) {
      assertThatThrownBy(
              () -> plan.write(at("placed 3", () -> file.write(UTF_8.encode("# mine\n")))))
          .hasMessage(
              "a.yaml: cannot be written: changed since it was read; all files are as they were");
    }

    old.merge("a.yaml", "# mine\n", String::concat);
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void anEditOfANewFileStaysWhenTheOthersAreTakenBack() {
    assertThatThrownBy(
            () ->
                plan.write(
                    at(
                        "placed 0",
                        () ->
                            folder
                                .with("a.yaml", TestPackage.configMap("mine"))
                                .withItem("new/deep/d.yaml"))))
        .hasMessageContaining(", except a.yaml (changed meanwhile");

    assertThat(folder.text("a.yaml")).isEqualTo(TestPackage.configMap("mine"));
    assertThat(folder.text("a.yaml.orig")).isEqualTo(old.get("a.yaml"));
  }

  @Test
  void whatIsNoFailureOfTheDiskLeavesTheRestToTheNextReader() {
    assertThatThrownBy(
            () ->
                plan.write(
                    (stage, number) -> {
                      if (stage.equals(TransactionListener.PLACED) && number == 1) {
                        throw new IllegalStateException("out of the blue");
                      }
                    }))
        .hasMessage("out of the blue");

    assertThat(folder.recoverAndRead().warnings()).hasSize(1);
    assertThat(folder.texts()).isEqualTo(WriterProcess.after(temporary.resolve("wanted")).texts());
  }

  @Test
  void aFolderThatIsGoneIsSaidToBe() throws IOException {
    Path away = Files.move(folder.root(), temporary.resolve("away"));

    assertThatThrownBy(plan::write).hasMessage(folder.root() + ": the folder is gone");
    assertThat(new TestPackage(away).texts()).isEqualTo(old);
  }

  @Test
  void aFullDiskChangesNothing() throws IOException {
    try (var disk = SmallDisk.mount(temporary.resolve("disk"), 128)) {
      var small = WriterProcess.before(disk.folder().resolve("root"));
      var read = small.read();
      var placed = new ArrayList<>(TestPackage.placed(read, item -> item));
      for (int i = 0; i < 20; i++) {
        placed.add(PlacedItem.created("new/" + i + ".yaml", large(i)));
      }
      var large = read.plan(placed);

      assertThatThrownBy(large::write)
          .isInstanceOf(PackageException.class)
          .hasMessageMatching(
              "new/\\d+.yaml: cannot be written: No space left on device; nothing was changed");
      assertThat(small.texts()).isEqualTo(old);
    }
  }

  private static Resource large(int number) {
    return Resource.parse(
        TestPackage.configMap("x" + number) + "data:\n  x: " + "x".repeat(10_000) + "\n");
  }

  @Test
  void aPathThroughALinkIsRefused() throws IOException {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.createSymbolicLink(folder.root().resolve("inside"), Path.of("b"));
    var read = folder.read();
    Files.createSymbolicLink(folder.root().resolve("out"), outside);
    var resource = Resource.parse(TestPackage.configMap("x"));

    assertThatThrownBy(
            () ->
                read.plan(
                    List.of(
                        PlacedItem.created("inside/x.yaml", resource),
                        PlacedItem.created("out/x.yaml", resource))))
        .hasMessage(
            "inside/x.yaml: goes through a link, inside (expected: a folder), for v1 ConfigMap x\n"
                + "out/x.yaml: goes through a link, out (expected: a folder), for v1 ConfigMap x");
  }

  @Test
  void thePackageAsItWouldBeCanBeWrittenElsewhere() {
    Path other = temporary.resolve("other/new");

    plan.writeTo(other);

    var wanted = WriterProcess.after(temporary.resolve("wanted")).texts();
    wanted.remove("README.md");
    assertThat(new TestPackage(other).texts()).isEqualTo(wanted);
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void filesThatAreWrittenElsewhereKeepTheirModes() throws IOException {
    Files.setPosixFilePermissions(
        folder.root().resolve("a.yaml"), PosixFilePermissions.fromString("rwxr-x---"));
    Path other = temporary.resolve("other");

    assertThat(plan.writeTo(other)).isEqualTo(3);

    assertThat(Files.getPosixFilePermissions(other.resolve("a.yaml")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
  }

  @Test
  void anotherFolderWithinThePackageIsRefused() {
    Path other = folder.root().resolve("b/other");

    assertThatThrownBy(() -> plan.writeTo(other))
        .hasMessage(other + ": in " + folder.root() + " (expected: a folder outside of it)");
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void anotherFolderThatIsNotEmptyIsRefused() throws IOException {
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.write(other.resolve("x"), "x".getBytes(UTF_8));

    assertThatThrownBy(() -> plan.writeTo(other))
        .hasMessage(other + ": has something in it (expected: an empty folder, or none)");
    assertThat(new TestPackage(other).texts()).containsOnlyKeys("x");
  }
}
