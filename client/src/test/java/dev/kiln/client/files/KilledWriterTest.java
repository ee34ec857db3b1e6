package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

    var warnings = folder.read().warnings();

    assertThat(folder.texts()).isEqualTo(old);
    assertThat(warnings)
        .isEqualTo(
            stage.equals("locked 0")
                ? List.of()
                : List.of(
                    ".kiln-write: an earlier write was killed before it changed anything;"
                        + " removed its temporary files"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"journalled 0", "placed 0", "placed 1", "placed 2", "placed 3", "done 0"})
  void behindTheJournalTheNextReadDoesTheRest(String stage) throws Exception {
    killAt(stage);

    var warnings = folder.read().warnings();

    assertThat(folder.texts()).isEqualTo(wanted);
    assertThat(folder.root().resolve("gone")).doesNotExist();
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed before it was done; did the rest");
  }

  @Test
  void whenTheJournalIsGoneAllIsDone() throws Exception {
    killAt("forgotten 0");

    var warnings = folder.read().warnings();

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

    var warnings = folder.read().warnings();

    assertThat(folder.texts()).isEqualTo(old);
    assertThat(warnings)
        .containsExactly(
            ".kiln-write: an earlier write was killed while it was taken back;"
                + " all files are as before it");
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

    assertThatThrownBy(folder::read)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            "b/b.yaml: changed since a write was killed whose rest would overwrite it"
                + " (expected: remove .kiln-write to keep all files as they are)");
    assertThat(folder.text("b/b.yaml")).isEqualTo(TestPackage.configMap("mine"));
  }

  @Test
  void aJournalThatLeadsOutOfThePackageIsRefused() throws IOException {
    Path left = Files.createDirectory(folder.root().resolve(".kiln-write"));
    Files.writeString(left.resolve("0.new"), "evil");
    Files.writeString(
        left.resolve("journal"),
        String.join("\0", "kiln-write 1", "CREATED", "0", "0", "0", "../x"));

    assertThatThrownBy(folder::read)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            ".kiln-write: an earlier write was killed, and its rest cannot be done:"
                + " its journal is damaged");
    assertThat(temporary.resolve("x")).doesNotExist();
  }

  @Test
  void aJournalThatLeadsThroughALinkIsRefused() throws IOException {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.createSymbolicLink(folder.root().resolve("link"), outside);
    Path left = Files.createDirectory(folder.root().resolve(".kiln-write"));
    Files.writeString(left.resolve("0.new"), "evil");
    Files.writeString(
        left.resolve("journal"), String.join("\0", "kiln-write 1", "folder", "link/x"));

    assertThatThrownBy(folder::read)
        .isInstanceOf(PackageException.class)
        .hasMessage(
            ".kiln-write: an earlier write was killed, and its rest cannot be done:"
                + " a path through a link (link/x)");
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void oneProcessAtATimeWrites() throws Exception {
    try (var writer = WriterProcess.at("locked 0", folder.root())) {
      assertThatThrownBy(() -> PackageLock.acquire(folder.root(), Duration.ZERO))
          .isInstanceOf(PackageException.class)
          .hasMessage(
              folder.root() + ": another process is writing into it (expected: one at a time)");
      writer.kill();
    }

    PackageLock.acquire(folder.root()).close();

    assertThat(folder.texts()).isEqualTo(old);
  }

  @Test
  void oneThreadAtATimeWrites() {
    try (var _ = PackageLock.acquire(folder.root())) {
      assertThatThrownBy(() -> PackageLock.acquire(folder.root(), Duration.ZERO))
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
