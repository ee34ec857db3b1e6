package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of this very checkout, with the real Maven and the real command. */
class FirstUseIT {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void takeOverTheEnvironment() {
    shell = new Shell(folder);
    System.getenv().forEach(shell::with);
    shell.with("JAVA_HOME", System.getProperty("java.home"));
  }

  @Test
  void runsTheCommandThroughALinkFromAnotherDirectory() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("my kiln"), TOP.resolve("kiln"));

    Shell.Ended ended = shell.run("", link.toString(), "help");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).containsIgnoringCase("usage");
  }

  @Test
  void theReadmesCommandAddsALabelAndKeepsEveryOtherByte() throws Exception {
    String list = Files.readString(TOP.resolve("docs/list.yaml"));

    Shell.Ended ended = shell.run("", "sh", "-c", "cd '" + TOP + "' && " + readmesCommand());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .isEqualTo(
            list.replace("kitchen reads\n", "kitchen reads\n    labels:\n      team: pottery\n")
                + "results:\n- message: set 1 labels in total\n  severity: info\n");
  }

  private static String readmesCommand() throws IOException {
    return Files.readAllLines(TOP.resolve("README.md")).stream()
        .filter(line -> line.startsWith("./kiln serve"))
        .findFirst()
        .orElseThrow();
  }
}
