package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What there is after a process was killed while it wrote, and what others see of one that lives.
 */
class KilledWriterTest {
  @TempDir Path temporary;
  private TestPackage folder;
  private Map<String, String> old;
  private Map<String, String> wanted;

  @BeforeEach
  void begin() {
    folder = WriterProcess.before(temporary.resolve("root"));
    old = folder.texts();
    wanted = WriterProcess.after(temporary.resolve("wanted")).texts();
  }

  private void killAt(String stage, String... more) throws IOException, InterruptedException {
    try (var writer = WriterProcess.at(stage, folder.root(), more)) {
      writer.kill();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"locked 0", "staged 0", "staged 3", "checked 0"})
  void beforeTheJournalNothingHasChanged(String stage) throws Exception {
    killAt(stage);

    var warnings = folder.recoverAndRead().warnings();

    assertThat(folder.texts()).isEqualTo(old);
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed before it changed anything;"
                + " removed its temporary files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "journalled 0",
        "taken 0",
        "taken 2",
        "placed 0",
        "placed 1",
        "placed 2",
        "placed 3",
        "done 0"
      })
  void behindTheJournalTheNextReadDoesTheRest(String stage) throws Exception {
    killAt(stage);

    var warnings = folder.recoverAndRead().warnings();

    assertThat(folder.texts()).isEqualTo(wanted);
    assertThat(folder.root().resolve("gone")).doesNotExist();
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed before it was done; did the rest");
  }

  @Test
  void whenTheJournalIsGoneAllIsDone() throws Exception {
    killAt("forgotten 0");

    var warnings = folder.recoverAndRead().warnings();

    assertThat(folder.texts()).isEqualTo(wanted);
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed when nothing was left to do but to tidy up;"
                + " did that");
  }

  @ParameterizedTest
  @ValueSource(strings = {"taken back 3", "taken back 1", "taken back 0"})
  void whatWasBeingTakenBackIsTakenBack(String stage) throws Exception {
    killAt(stage, "new/deep/d.yaml");

    var warnings = folder.recoverAndRead().warnings();

    assertThat(folder.texts()).isEqualTo(old);
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed while it was taken back;"
                + " all files are as before it");
  }

  @Test
  void anEditThatWasBeingTakenBackIsKept() throws Exception {
    killAt("taken back 1", "new/deep/d.yaml");
    Path staged = folder.root().resolve(".kiln-write/0.new");
    Files.move(folder.root().resolve("a.yaml"), staged);
    Files.writeString(staged, TestPackage.configMap("mine"));

    assertThat(folder.recoverAndRead().warnings())
        .containsExactly(
            ".kiln-write: an earlier write was killed while it was taken back; all files are as"
                + " before it, except a.yaml (changed meanwhile; as it was read, it is in"
                + " a.yaml.orig)");

    assertThat(folder.text("a.yaml")).isEqualTo(TestPackage.configMap("mine"));
    assertThat(folder.text("a.yaml.orig")).isEqualTo(old.get("a.yaml"));
  }

  @Test
  void aWriteIsTakenBackIfSomebodyWroteIntoAnOldFile() throws Exception {
    killAt("done 0");
    Files.writeString(folder.root().resolve(".kiln-write/0.old"), TestPackage.configMap("mine"));

    assertThat(folder.recoverAndRead().warnings())
        .containsExactly(
            ".kiln-write: an earlier write was killed before it was done, and its rest cannot be"
                + " done (a.yaml: changed since it was read); all files are as before it");

    old.put("a.yaml", TestPackage.configMap("mine"));
    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void everyFileIsWholeWhenTheWriterIsKilled() throws Exception {
    killAt("placed 1");

    assertThat(folder.text("a.yaml")).isEqualTo(wanted.get("a.yaml"));
    assertThat(folder.text("b/b.yaml")).isEqualTo(wanted.get("b/b.yaml"));
    assertThat(folder.text("gone/c.yaml")).isEqualTo(old.get("gone/c.yaml"));
  }

  @Test
  void whatWasChangedSinceIsNotOverwritten() throws Exception {
    killAt("placed 0");
    folder.with("b/b.yaml", TestPackage.configMap("mine"));

    assertThatThrownBy(folder::recoverAndRead)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            "b/b.yaml: it or its staged file has changed since a write was killed, so that write"
                + " cannot be completed (expected: remove .kiln-write to keep all files as they"
                + " are)");
    assertThat(folder.text("b/b.yaml")).isEqualTo(TestPackage.configMap("mine"));
  }

  @Test
  void aReaderWritesNothing() throws Exception {
    killAt("placed 1");
    var half = folder.texts();

    assertThatThrownBy(folder::read)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            folder.root()
                + ": a run was killed while it wrote, so some files are old and some are new"
                + " (expected: another kiln fn run or kiln fn sink that writes into it; it"
                + " completes the write first)");

    assertThat(folder.texts()).isEqualTo(half);
  }

  @Test
  void aReaderReadsWhatAKilledWriterHasNotChangedYet() throws Exception {
    killAt("checked 0");

    assertThat(folder.read().items()).hasSize(3);

    assertThat(folder.texts()).containsAllEntriesOf(old).hasSizeGreaterThan(old.size());
  }

  @Test
  void aFileThatWasTakenAwayComesBackWhenAnotherHasChanged() throws Exception {
    killAt("taken 0");
    folder.with("b/b.yaml", TestPackage.configMap("mine"));

    assertThatThrownBy(folder::recoverAndRead)
        .hasMessageStartingWith("b/b.yaml: it or its staged file has changed");

    assertThat(folder.text("a.yaml")).isEqualTo(old.get("a.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b", "../root/.."})
  void aWriterSeesTheKilledWriteOfAFolderAroundItOrInIt(String path) throws Exception {
    killAt("placed 1");
    var other = new TestPackage(folder.root().resolve(path).toRealPath());

    assertThatThrownBy(other::read).hasMessageContaining(": a run was killed while it wrote");
    var warnings = other.recoverAndRead().warnings();

    assertThat(folder.texts()).isEqualTo(wanted);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void oneOfAFolderAndAFolderInItIsWrittenAtATime() throws Exception {
    try (var writer = WriterProcess.at("locked 0", folder.root())) {
      assertThatThrownBy(() -> impatient(folder.root().resolve("b")).refuse())
          .isInstanceOf(PackageException.class)
          .hasMessage(
              folder.root() + ": another process is writing into it (expected: one at a time)");
      assertThat(writer.finish()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"placed 1", "staged 3"})
  void aStagingFolderThatWasCopiedIsNotUsed(String stage) throws Exception {
    killAt(stage);
    Path copy = temporary.resolve("copy");
    new ProcessBuilder("cp", "-a", folder.root().toString(), copy.toString()).start().waitFor();
    var other = new TestPackage(copy);
    var texts = other.texts();

    assertThatThrownBy(other::recoverAndRead)
        .hasMessageContaining(": no run of this user on this machine has left it");

    assertThat(other.texts()).isEqualTo(texts);
  }

  @Test
  void aFolderThatIsALinkNowIsNotFollowed() throws Exception {
    killAt("journalled 0");
    Path elsewhere = Files.move(folder.root().resolve("b"), temporary.resolve("elsewhere"));
    Files.createSymbolicLink(folder.root().resolve("b"), elsewhere);

    assertThatThrownBy(folder::recoverAndRead)
        .hasMessage(
            ".kiln-write: an earlier write was killed, and its rest cannot be done:"
                + " it is a link now (expected: a folder) (b)");

    assertThat(elsewhere.resolve("b.yaml")).hasContent(TestPackage.configMap("b.yaml"));
  }

  @Test
  void aStagedFileThatIsAnotherIsNotPlaced() throws Exception {
    killAt("placed 0");
    Path staged = folder.root().resolve(".kiln-write/1.new");
    Files.delete(staged);
    Files.writeString(staged, "evil");

    assertThatThrownBy(folder::recoverAndRead)
        .hasMessageStartingWith("b/b.yaml: it or its staged file has changed");

    assertThat(folder.text("b/b.yaml")).isEqualTo(old.get("b/b.yaml"));
  }

  @Test
  void oneProcessAtATimeWrites() throws Exception {
    try (var writer = WriterProcess.at("locked 0", folder.root())) {
      assertThatThrownBy(() -> impatient(folder.root()).recover())
          .isInstanceOf(PackageException.class)
          .hasMessage(
              folder.root() + ": another process is writing into it (expected: one at a time)");
      writer.kill();
    }

    assertThat(folder.recoverAndRead().warnings()).hasSize(1);

    assertThat(folder.texts()).isEqualTo(old);
  }

  private static InterruptedWrites impatient(Path root) {
    return new InterruptedWrites(WriteRecords.ofUser(), root, Duration.ZERO);
  }

  @Test
  void oneThreadAtATimeWrites() {
    try (var _ = PackageLock.acquire(folder.root()).orElseThrow()) {
      assertThat(PackageLock.acquire(folder.root())).isEmpty();
      assertThatThrownBy(() -> impatient(folder.root()).recover())
          .isInstanceOf(PackageException.class);
    }
  }

  @Test
  void aReaderSeesAllOfAWriteOrNothing() throws Exception {
    try (var writer = WriterProcess.at("placed 1", folder.root())) {
      var read = CompletableFuture.supplyAsync(folder::read);
      assertThat(writer.finish()).isZero();

      assertThat(read.get().items())
          .extracting(item -> item.path() + " " + item.resource().name())
          .containsExactly("a.yaml changed", "b/b.yaml changed", "new/deep/d.yaml d.yaml");
      assertThat(read.get().warnings()).isEmpty();
    }
  }

  @Test
  void whoPlannedBeforeAnotherWroteIsRefused() throws Exception {
    var plan = WriterProcess.plan(folder.read());
    try (var writer = WriterProcess.at("placed 1", folder.root())) {
      assertThat(writer.finish()).isZero();
    }

    assertThatThrownBy(plan::write)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            """
            a.yaml: changed since it was read
            b/b.yaml: changed since it was read
            new/deep/d.yaml: appeared since the package was read
            gone/c.yaml: vanished since it was read\
            """);
    assertThat(folder.texts()).isEqualTo(wanted);
  }
}
