package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of this very checkout, with the real Maven and the real command. */
class FirstUseIT {
  @Test
  void runsTheCommandThroughALinkFromAnotherDirectory(@TempDir Path folder) throws Exception {
    Path link = folder.resolve("my kiln");
    Files.createSymbolicLink(link, Path.of(System.getProperty("kiln.top"), "kiln"));
    var shell = new Shell(folder);
    System.getenv().forEach(shell::with);

    Shell.Ended ended =
        shell.with("JAVA_HOME", System.getProperty("java.home")).run("", link.toString(), "help");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("usage");
  }
}
