package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Held against git itself, which reads the same language. */
class IgnoreRulesTest {
  private static final List<String> RULES =
      List.of(
          "# comment",
          "",
          "\\#hash.yaml",
          "\\!bang.yaml",
          "plain.yaml",
          "/anchored.yaml",
          "dir/",
          "a/b.yaml",
          "star*.yaml",
          "q?.yaml",
          "class[0-9a-c].yaml",
          "not[!x].yaml",
          "open[.yaml",
          "**/deep.yaml",
          "under/**",
          "from/**/to.yaml",
          "trailing.yaml   ",
          "back\\*slash.yaml",
          "again*.yaml",
          "!again-not.yaml",
          "closed/",
          "!closed/in.yaml",
          "x/*",
          "!x/y",
          "esc[\\]].yaml",
          "brackets[]a].yaml",
          "/");

  private static final List<String> PATHS =
      List.of(
          "#hash.yaml",
          "!bang.yaml",
          "plain.yaml",
          "s/plain.yaml",
          "plain.yaml/in.yaml",
          "anchored.yaml",
          "s/anchored.yaml",
          "dir/z.yaml",
          "s/dir/z.yaml",
          "s/t/dir",
          "a/b.yaml",
          "s/a/b.yaml",
          "star.yaml",
          "starry.yaml",
          "star/ry.yaml",
          "q1.yaml",
          "q.yaml",
          "q12.yaml",
          "class5.yaml",
          "classb.yaml",
          "classd.yaml",
          "nota.yaml",
          "notx.yaml",
          "open[.yaml",
          "deep.yaml",
          "s/t/deep.yaml",
          "under/a.yaml",
          "under/s/a.yaml",
          "s/under/a.yaml",
          "from/to.yaml",
          "from/s/t/to.yaml",
          "trailing.yaml",
          "back*slash.yaml",
          "backxslash.yaml",
          "again1.yaml",
          "again-not.yaml",
          "closed/in.yaml",
          "x/z.yaml",
          "x/y/z.yaml",
          "esc].yaml",
          "brackets].yaml",
          "bracketsa.yaml",
          "other.yaml",
          "n/own.yaml",
          "n/plain.yaml",
          "n/s/own.yaml",
          "own.yaml");

  private static final List<String> NESTED = List.of("own.yaml", "!plain.yaml");

  @TempDir Path root;

  @Test
  void whatGitIgnoresIsIgnored() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "there is no git");
    Files.createDirectory(root.resolve("n"));
    Files.write(root.resolve(".gitignore"), RULES);
    Files.write(root.resolve("n/.gitignore"), NESTED);
    run("git", "init", "-q");
    Files.write(root.resolve("paths"), PATHS);

    var expected = run("sh", "-c", "git check-ignore --no-index --stdin <paths || true");

    assertThat(ignored()).containsExactlyElementsOf(expected);
  }

  private List<String> ignored() throws IOException {
    var ignores = new IgnoreRules();
    ignores.read("", root.resolve(".gitignore"));
    ignores.read("n", root.resolve("n/.gitignore"));
    return PATHS.stream().filter(ignores::hides).toList();
  }

  private List<String> run(String... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    var process = builder.start();
    var lines = new ArrayList<String>();
    new String(process.getInputStream().readAllBytes(), UTF_8).lines().forEach(lines::add);
    process.waitFor();
    return lines;
  }
}
