package dev.kiln.fn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.interop.Peers;
import dev.kiln.process.Distribution;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves as it was, to the byte. */
class WritingIT {
  /** Written as people do: what a run does not change must not change. */
  private static final String BY_HAND =
      """
      # About this file

      apiVersion: v1
      kind:   ConfigMap   # the kind
      metadata: {name: "hand", labels: { a: 'b' }}


      data:
          colour: red     # for now
          list:
              - one
              -   two
          number: 080
          text: |-
              several
                lines
      """;

  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder);
  }

  @Test
  void aFileThatDoesNotChangeIsLeftByteForByte() throws Exception {
    project.with("hand.yaml", BY_HAND.replace("\n", "\r\n")).withItems("a.yaml");
    var before = Files.getLastModifiedTime(project.pkg.resolve("hand.yaml"));

    run(ShellFunctions.DROP, "nothing like that").well();

    assertThat(project.read("hand.yaml")).isEqualTo(BY_HAND.replace("\n", "\r\n"));
    assertThat(Files.getLastModifiedTime(project.pkg.resolve("hand.yaml"))).isEqualTo(before);
  }

  @Test
  void onlyTheLineOfAChangeChanges() throws Exception {
    project.with("hand.yaml", BY_HAND);

    run(ShellFunctions.REPLACE, "colour: red", "colour: blue").well();

    assertThat(project.read("hand.yaml")).isEqualTo(BY_HAND.replace("colour: red", "colour: blue"));
  }

  @Test
  void theOtherDocumentsOfAFileStay() throws Exception {
    String other = BY_HAND.replace("hand", "other").replace("red", "green");
    project.with("all.yaml", "%YAML 1.2\n---\n" + BY_HAND + "--- # next\n" + other + "...\n");

    run(ShellFunctions.REPLACE, "colour: red", "colour: blue").well();

    assertThat(project.read("all.yaml"))
        .isEqualTo(
            "%YAML 1.2\n---\n" + BY_HAND.replace("red", "blue") + "--- # next\n" + other + "...\n");
  }

  @Test
  void anItemOfAListIsChangedInIt() throws Exception {
    String list =
        "apiVersion: v1\nkind: List\nitems: # all\n"
            + TestItems.item(TestItems.config("a"))
            + TestItems.item(BY_HAND.replace("red", "green"));
    project.with("list.yaml", list);

    run(ShellFunctions.REPLACE, "colour: red", "colour: blue").well();

    assertThat(project.read("list.yaml")).isEqualTo(list.replace("colour: red", "colour: blue"));
  }

  @Test
  void jsonStaysJson() throws Exception {
    String json =
        "{\n    \"apiVersion\": \"v1\", \"kind\": \"X\",\n    \"metadata\": {\"name\": \"e\"},\n    \"colour\": \"red\"\n}\n";
    project.with("e.json", json);

    run(ShellFunctions.REPLACE, "red", "blue").well();

    assertThat(project.read("e.json")).isEqualTo(json.replace("red", "blue"));
  }

  @Test
  void aFileKeepsItsMode() throws Exception {
    project.withItems("a.yaml");
    Path file = project.pkg.resolve("a.yaml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r-x"));

    run(ShellFunctions.REPLACE, "red", "blue").well();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-r-x");
  }

  /** Root writes to any file, so the command runs without that right. */
  @Test
  void aReadOnlyFileIsReplacedAndStaysReadOnly() throws Exception {
    project.withItems("a.yaml", "b.yaml");
    Path file = project.pkg.resolve("a.yaml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

    project
        .program(
            "",
            project.folder,
            "sh",
            "-c",
            "[ $(id -u) != 0 ] || set -- setpriv --bounding-set=-dac_override --inh-caps=-all \"$@\"; exec \"$@\"",
            "sh",
            Distribution.folder() + "/bin/kiln",
            "fn",
            "run",
            "pkg",
            "--exec",
            project.command(ShellFunctions.REPLACE, "red", "blue"))
        .well();

    assertThat(project.read("a.yaml")).contains("colour: blue");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("r--r--r--");
  }

  @Test
  void aHardLinkIsReplacedWithAWarning() throws Exception {
    project.withItems("a.yaml");
    Path other = Files.createLink(project.folder.resolve("other"), project.pkg.resolve("a.yaml"));

    var ended = run(ShellFunctions.REPLACE, "red", "blue").well();

    assertThat(ended.err())
        .contains("warning: a.yaml: a hard link; its other names keep the old text\n");
    assertThat(other).content().contains("colour: red");
    assertThat(project.read("a.yaml")).contains("colour: blue");
  }

  @Test
  void aFileKeepsItsExtendedAttributes() throws Exception {
    project.withItems("a.yaml");
    Path file = project.pkg.resolve("a.yaml");
    try {
      Files.setAttribute(file, "user:owner", "me".getBytes(UTF_8));
    } catch (IOException | UnsupportedOperationException e) {
      Assumptions.abort("this file system has no extended attributes: " + e.getMessage());
    }

    run(ShellFunctions.REPLACE, "red", "blue").well();

    assertThat(project.read("a.yaml")).contains("colour: blue");
    assertThat((byte[]) Files.getAttribute(file, "user:owner")).isEqualTo("me".getBytes(UTF_8));
  }

  @Test
  void aMountInThePackageIsRefusedBeforeAnythingRuns() throws Exception {
    project.withItems("a.yaml").with("sub/b.yaml", TestItems.config("b"));
    String unshare = Peers.program("unshare");
    String mount = "mount --bind pkg/sub pkg/sub";
    var tried = project.program("", project.folder, unshare, "-m", "sh", "-c", mount);
    Assumptions.assumeTrue(tried.exit() == 0, "this user may not mount: " + tried.err());
    String kiln = Distribution.folder() + "/bin/kiln fn run pkg --exec 'touch ran'";

    var ended = project.program("", project.folder, unshare, "-m", "sh", "-c", mount + "; " + kiln);

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("error: sub: a mount, so its files cannot be replaced together with those");
    assertThat(project.folder.resolve("ran")).doesNotExist();
  }

  private Program.Ended run(ShellFunctions program, String... args) throws Exception {
    return project.run("--exec", project.command(program, args));
  }
}
