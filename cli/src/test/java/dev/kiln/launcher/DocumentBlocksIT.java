package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shell blocks of the README and the guides, pasted into a shell whose {@code kiln} is the
 * distribution. Orchestrators are stand-ins that start a container as the real ones do.
 */
class DocumentBlocksIT {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));
  private static final List<String> PAGES =
      List.of(
          "README.md",
          "docs/operations.md",
          "docs/warm.md",
          "docs/fn-run.md",
          "docs/conformance.md",
          "docs/deploy.md");
  private static final int FEWEST = 11;
  private static final int FILES_WOULD_CHANGE = 2;

  /**
   * Blocks that need or change the system: root, a cluster, an engine or a build; other tests run
   * some of them.
   */
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "docker|kiln install|mvn |kubectl|sudo |bench/run|go build|npm |git add|grpcurl|tar xzf|curl |^alias"
              + "|--kit|--enable-exec|image:|my-function\\.sh|conformance exec:\\./my-function$",
          Pattern.MULTILINE);

  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:\\d+");
  private static final Pattern FOREGROUND_SERVER =
      Pattern.compile("(?m)^((?:\\./)?kiln serve --http-addr [^&\n#]*)(#.*)?$");

  /** Waits until the server listens, and ends it: whoever reads the page has a second terminal. */
  private static final String IN_BACKGROUND =
      """
      $1 2>err & server=\\$!
      until grep -q "http: listening" err; do kill -0 "\\$server"; sleep 0.1; done
      kill "\\$server"; wait "\\$server"
      """;

  private static final String FUNCTION = "#!/bin/sh\nexec kiln serve --function set-labels\n";

  /** Starts a function as kustomize and kpt do, once the host is up. */
  private static final String ORCHESTRATOR =
      """
      #!/bin/sh
      until [ -S "$HOME/kiln.sock" ]; do sleep 0.1; done
      exec docker run --rm -i --network none kiln.dev/functions/set-labels <list.yaml
      """;

  @TempDir private Path folder;
  private Shell shell = new Shell(Path.of(""));

  static List<Arguments> blocks() throws IOException {
    var blocks = new ArrayList<Arguments>();
    for (String page : PAGES) {
      new MarkdownBlocks(Files.readString(TOP.resolve(page)))
          .shell()
          .filter(block -> !NOT_HERE.matcher(block).find())
          .forEach(block -> blocks.add(Arguments.of(page, block)));
    }
    return blocks;
  }

  @BeforeEach
  void prepareFolder() throws Exception {
    Path bin = Distribution.folder().resolve("bin");
    Path stubs = Files.createDirectory(folder.resolve("stubs"));
    shell =
        new Shell(folder)
            .with("HOME", folder)
            .with("PATH", bin + ":" + stubs + ":/usr/local/bin:/usr/bin:/bin");
    Files.createSymbolicLink(folder.resolve("kiln"), bin.resolve("kiln"));
    Path list = TOP.resolve("docs/list.yaml");
    Files.copy(list, folder.resolve("list.yaml"));
    Files.copy(list, Files.createDirectory(folder.resolve("docs")).resolve("list.yaml"));
    Files.createDirectory(folder.resolve("run"));
    for (String name : List.of("my-package", "shop")) {
      Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("a.yaml"), configMap());
    }
    Files.writeString(folder.resolve("config.yaml"), configMap() + "data: {tier: web}\n");
    executable("my-function", FUNCTION);
    executable("bin/check", "#!/bin/sh\nexec cat\n");
    executable("stubs/kustomize", ORCHESTRATOR);
    executable("stubs/kpt", ORCHESTRATOR);
    executable("stubs/conformance", "#!/bin/sh\nexec kiln conformance \"$@\"\n");
  }

  private static String configMap() {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: labels}\n";
  }

  private void executable(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    FakeCheckout.executable(Files.writeString(file, script));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("blocks")
  void runsAsPasted(String page, String block) throws Exception {
    String script =
        FOREGROUND_SERVER
            .matcher(block.replaceAll(".*--image .*\n", "")) // no image can be had here
            .replaceAll(IN_BACKGROUND);
    script = PORT.matcher(script).replaceAll("127.0.0.1:0").replace("/run/kiln/", folder + "/run/");

    Shell.Ended ended =
        shell.run(
            "",
            "sh",
            "-euc",
            "trap 'kill ${!-} 2>err || :; kiln daemon stop >err || :' EXIT\n" + script);

    assertThat(ended.exitCode())
        .as(page + "\n" + ended.out() + ended.err())
        .isEqualTo(block.contains("--dry-run -- tier=web") ? FILES_WOULD_CHANGE : 0);
    if (block.contains("~/kiln-shim:$PATH")) {
      assertThat(ended.out()).contains("    labels:\n      team: pottery\n").contains("results:");
    }
  }

  @Test
  void theMostUsedPagesHaveBlocksThatRun() throws Exception {
    assertThat(blocks()).hasSizeGreaterThanOrEqualTo(FEWEST);
  }
}
