package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of this very checkout, with the real Maven and the real command. */
@Order(1) // it takes longest
class FirstUseIT {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  private static final String PORT = "127.0.0.1:8080";
  private static final String LISTENING = "http: listening on ";
  private static final Pattern V1 = Pattern.compile("\\./kiln serve --function [^`]*list\\.yaml");

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
  void theReadmesHostAddsALabelAndKeepsEveryOtherByte() throws Exception {
    MarkdownBlocks readme = MarkdownBlocks.of(TOP);
    String serve = readme.command("\\./kiln serve .*").replace(":8080", ":0");
    Process host = shell.open("sh", "-c", "cd '" + TOP + "' && exec " + serve);
    try {
      String curl =
          readme.command("curl .*").replace("curl ", "curl -sS ").replace(PORT, address(host));
      Shell.Ended ended = shell.run("", "sh", "-c", "cd '" + TOP + "' && " + curl);
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).isEqualTo(labelled());
    } finally {
      host.destroy();
    }
    assertThat(host.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(host.exitValue()).isZero();
  }

  /** Where it says that it listens; what it says before, of the build, is passed over. */
  private static String address(Process host) throws IOException {
    var said = new StringBuilder();
    while (true) {
      String line = host.errorReader().readLine();
      if (line == null) {
        throw new AssertionError("it ended and said: " + said);
      }
      if (line.startsWith(LISTENING)) {
        return line.substring(LISTENING.length());
      }
      said.append(line).append('\n');
    }
  }

  @Test
  void theReadmesV1CommandAddsALabelAndKeepsEveryOtherByte() throws Exception {
    Matcher command = V1.matcher(Files.readString(TOP.resolve("README.md")));
    assertThat(command.find()).isTrue();

    Shell.Ended ended = shell.run("", "sh", "-c", "cd '" + TOP + "' && " + command.group());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).isEqualTo(labelled());
  }

  private static String labelled() throws IOException {
    return Files.readString(TOP.resolve("docs/list.yaml"))
            .replace("kitchen reads\n", "kitchen reads\n    labels:\n      team: pottery\n")
        + "results:\n- message: set 1 labels in total\n  severity: info\n";
  }
}
