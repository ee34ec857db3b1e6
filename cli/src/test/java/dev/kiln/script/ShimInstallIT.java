package dev.kiln.script;

import static dev.kiln.script.StandIns.AS_KPT;
import static dev.kiln.script.StandIns.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How stand-ins come and go. */
class ShimInstallIT {
  private StandIns standIns;
  private Sandbox sandbox;

  @BeforeEach
  void install() throws Exception {
    standIns = new StandIns("unix:///nowhere/s");
    sandbox = standIns.sandbox;
  }

  @AfterEach
  void removeSandbox() {
    sandbox.close();
  }

  @Test
  void goesWhereItWasToldUnlessTheCallerSaysOtherwise() throws Exception {
    try (var installed = CannedHost.refusing(404, "no");
        var called = CannedHost.refusing(404, "no")) {
      standIns.install(standIns.folder, "--host=" + installed.address()).well();
      standIns.run("docker", AS_KPT + OURS);
      sandbox.with("KILN_HOST", called.address());
      standIns.run("docker", AS_KPT + OURS);

      assertThat(installed.requests()).hasSize(1);
      assertThat(called.requests()).hasSize(1).first().asString().contains("KRM-Image: " + OURS);
    }
  }

  @Test
  void isInstalledWhereItIsTold() throws Exception {
    Program.Ended ended =
        standIns.install(sandbox.folder.resolve("new/folder"), "--host", "http://a:1").well();

    assertThat(ended.out())
        .contains(
            "kiln serve --http-addr a:1 --allow-image '**'",
            "export PATH=\"" + sandbox.folder + "/new/folder:$PATH\"");
    assertThat(sandbox.folder.resolve("new/folder"))
        .isDirectoryContaining("glob:**/docker")
        .isDirectoryContaining("glob:**/podman")
        .isDirectoryContaining("glob:**/nerdctl");
  }

  @Test
  void overwritesNothingOfOthers() throws Exception {
    Path folder = Files.createDirectory(sandbox.folder.resolve("theirs"));
    Path theirs = Sandbox.script(folder.resolve("podman"), "");
    for (String word : List.of("install", "uninstall")) {
      Program.Ended ended = sandbox.kiln("", "shim", word, folder.toString());

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.err()).startsWith("kiln shim: " + theirs + " is not a stand-in of kiln's");
    }
    assertThat(theirs).hasContent("#!/bin/sh\n");
    assertThat(folder.resolve("docker")).doesNotExist();
  }

  @Test
  void goesAgain() throws Exception {
    sandbox.kiln("", "shim", "uninstall", standIns.folder.toString()).well();

    assertThat(standIns.folder).isEmptyDirectory();
  }

  @Test
  void saysWhatItCannotMakeSenseOf() throws Exception {
    String see = "\n\nSee 'kiln shim --help' for usage.\n";
    assertThat(sandbox.kiln("", "shim").err())
        .isEqualTo("error: expected: install DIR or uninstall DIR" + see);
    assertThat(sandbox.kiln("", "shim", "install").err())
        .isEqualTo("error: no folder given: kiln shim install DIR" + see);
    assertThat(sandbox.kiln("", "shim", "remove", "x").err())
        .contains("unknown command \"remove\"");
    assertThat(standIns.install(standIns.folder, "--host", "a'b").err())
        .startsWith("error: --host: \"a'b\" (expected: ");
  }
}
