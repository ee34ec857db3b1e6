package dev.kiln.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  private StateFolder folder(Map<String, String> environment) {
    return StateFolder.of(environment, temporary);
  }
}
