package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir Path temporary;

  @Test
  void isForThisUserAlone() throws IOException {
    Path folder = folder(Map.of("HOME", temporary.resolve("home").toString())).create();

    assertThat(folder).isEqualTo(temporary.resolve("home/.local/state/kiln"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void isWhereTheVariableSays() {
    var environment = Map.of("XDG_STATE_HOME", temporary + "/state", "HOME", "/nowhere");

    assertThat(folder(environment).create()).isEqualTo(temporary.resolve("state/kiln"));
  }

  @Test
  void isTemporaryWithoutAHome() throws IOException {
    Path home = Files.createFile(temporary.resolve("home"));

    Path folder = folder(Map.of("HOME", home.toString())).create();

    assertThat(folder.getParent()).isEqualTo(temporary);
    assertThat(folder.getFileName().toString()).startsWith("kiln-");
  }

  @Test
  void isNotCreatedByReading() {
    var folder = folder(Map.of("HOME", temporary.toString()));

    assertThat(folder.existing()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void isRefusedIfOthersMayWriteToIt() throws IOException {
    Path state = Files.createDirectories(temporary.resolve("state/kiln"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));
    var folder =
        StateFolder.of(
            Map.of("XDG_STATE_HOME", temporary + "/state"),
            Files.createFile(temporary.resolve("tmp")));

    assertThat(folder.existing()).isEmpty();
    assertThatThrownBy(folder::create)
        .isInstanceOf(PackageException.class)
        .hasMessageContaining(state + " (not a folder of this user alone)")
        .hasMessageEndingWith("(expected: XDG_STATE_HOME names a folder that you may write to)");
  }

  @Test
  void forgetsAKilledWriteWhenItsPackageIsGone() throws IOException {
    var state = folder(Map.of("HOME", temporary.toString()));
    var records = new WriteRecords(state);
    Path root = Files.createDirectory(temporary.resolve("root"));
    try (var exclusive = records.exclusive()) {
      List<FileChange> changes = List.of(FileChange.created("a.yaml", new byte[0]));
      WriteJournal journal = WriteJournal.of(root, changes);
      WriteRecord record = exclusive.create(root, journal);
      Path file = state.create().resolve(record.secret());
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));

      exclusive.removeObsolete();
      assertThat(records.overlapping(root)).hasSize(1);
      Files.delete(root);
      exclusive.removeObsolete();
      assertThat(records.overlapping(root)).isEmpty();
    }
  }

  private StateFolder folder(Map<String, String> environment) {
    return StateFolder.of(environment, temporary);
  }
}
