package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldWritableTest {
  @TempDir private Path folder;
  private Path jars = Path.of("");
  private Path etc = Path.of("");
  private Path config = Path.of("");

  @BeforeEach
  void create() throws IOException {
    jars = Files.createDirectory(folder.resolve("jars"));
    etc = Files.createDirectory(folder.resolve("etc"));
    config = Files.writeString(etc.resolve("kiln.yaml"), "");
  }

  @Test
  void acceptsWhatOthersMayOnlyRead() throws IOException {
    allow(jars, "rwxrwxr-x");
    allow(config, "rw-rw-r--");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void warnsOfAFolderOfJars() throws IOException {
    allow(jars, "rwxrwxrwx");
    assertThat(warnings())
        .containsExactly(
            "--functions: every user of this machine may write to "
                + jars
                + " (expected: its owner and group alone)");
  }

  @Test
  void warnsOfAFileAndOfItsFolder() throws IOException {
    allow(config, "rw-rw-rw-");
    assertThat(warnings()).hasSize(1).first().asString().contains("may write to " + config);
    allow(config, "rw-r--r--");
    allow(etc, "rwxrwxrwx");
    assertThat(warnings())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("--config: ")
        .contains("may write to " + etc);
  }

  @Test
  void leavesAMissingFileToItsReader() throws IOException {
    Files.delete(config);
    assertThat(warnings()).isEmpty();
  }

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private List<String> warnings() {
    List<String> args =
        List.of("--http-addr", ":0", "--functions", jars.toString(), "--config", config.toString());
    return WorldWritable.warnings(
        HostSettings.of(
            HostSettings.flagsOfMany(TestKinds.FLAGS).parse(args, Map.of()), TestKinds.FLAGS));
  }
}
