package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
  private static final String JDK = System.getProperty("java.home");
  private static final String BUILDING = "kiln: building (first use, or sources changed)\n";

  @TempDir Path folder;
  private FakeCheckout checkout;
  private Shell shell;
  private String kiln;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = new FakeCheckout(folder);
    kiln = checkout.top.resolve("kiln").toString();
    shell =
        new Shell(Files.createDirectory(folder.resolve("elsewhere")))
            .with("PATH", checkout.bin)
            .with("JAVA_HOME", JDK)
            .with("KILN_JDKS", "");
  }

  @Test
  void buildsOnFirstUseAndSaysSoOnStderrOnly() throws Exception {
    assertThat(shell.run("list", kiln)).isEqualTo(new Shell.Ended(0, "list", BUILDING + "[]\n"));
  }

  @Test
  void passesInputArgumentsAndExitCode() throws Exception {
    shell.run("", kiln);

    assertThat(shell.run("a: \0 \r\n", kiln, "two words", "", "*"))
        .isEqualTo(new Shell.Ended(3, "a: \0 \r\n", "[two words][][*]\n"));
  }

  @Test
  void buildsOnceWhileNothingChanges() throws Exception {
    shell.run("", kiln);
    shell.run("", kiln);

    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void buildsAgainAfterASourceChanged() throws Exception {
    shell.run("", kiln);
    checkout.change(checkout.source);

    assertThat(shell.run("", kiln).err()).startsWith(BUILDING);
  }

  @Test
  void buildsAgainAfterASourceWentAway() throws Exception {
    shell.run("", kiln);
    Files.delete(checkout.source);
    checkout.change(checkout.sources);

    assertThat(shell.run("", kiln).err()).startsWith(BUILDING);
  }

  @Test
  void runsWithoutMavenOnceBuilt() throws Exception {
    shell.run("", kiln);
    Files.delete(checkout.bin.resolve("mvn"));

    assertThat(shell.run("list", kiln)).isEqualTo(new Shell.Ended(0, "list", "[]\n"));
  }

  @Test
  void worksThroughLinksFromAnotherDirectory() throws Exception {
    Path links = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(links.resolve("far"), Path.of("near"));
    Files.createSymbolicLink(links.resolve("near"), Path.of("../a checkout/kiln"));

    assertThat(shell.run("list", links.resolve("far").toString()).out()).isEqualTo("list");
  }

  @Test
  void usersWhoComeAtOnceShareOneBuild() throws Exception {
    assertThat(firstUseByFour()).allMatch(ended -> ended.exitCode() == 0);
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void usersWhoComeAtOnceShareOneBuildWhereThereIsNoFlock() throws Exception {
    Files.deleteIfExists(checkout.bin.resolve("flock"));

    assertThat(firstUseByFour()).allMatch(ended -> ended.exitCode() == 0);
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void takesOverTheLockOfABuilderThatDied() throws Exception {
    Files.deleteIfExists(checkout.bin.resolve("flock"));
    Process died = new ProcessBuilder("true").start();
    died.waitFor();
    Path lock = Files.createDirectories(checkout.top.resolve(".kiln/lock.d"));
    Files.writeString(lock.resolve("owner"), died.pid() + "\n");

    assertThat(shell.run("list", kiln).out()).isEqualTo("list");
  }

  @Test
  void showsTheLogOfABuildThatFailedAndTriesAgain() throws Exception {
    checkout.maven("echo 'Source.java:1: what is this'\nexit 1\n");

    for (int i = 0; i < 2; i++) {
      assertThat(shell.run("list", kiln))
          .isEqualTo(
              new Shell.Ended(
                  1,
                  "",
                  BUILDING + "Source.java:1: what is this\nkiln: the build failed, see above\n"));
    }
  }

  @Test
  void saysWhatToInstallWithoutAJdk() throws Exception {
    assertThat(shell.with("JAVA_HOME", folder).run("", kiln))
        .isEqualTo(
            new Shell.Ended(
                1,
                "",
                "kiln: no JDK 25 or later found: install one (such as Temurin 25) and set"
                    + " JAVA_HOME to its folder\n"));
  }

  @Test
  void passesOverAJdkThatIsTooOld() throws Exception {
    Path old = jdk("old", "JAVA_VERSION=\"17.0.15\"");

    assertThat(shell.with("JAVA_HOME", old).run("", kiln).err()).contains("no JDK 25 or later");
  }

  @Test
  void looksForAJdkWhereSystemsKeepThem() throws Exception {
    Path places = Files.createDirectory(folder.resolve("some jdks"));
    Files.createSymbolicLink(places.resolve("jdk 25"), Path.of(JDK));
    shell.with("JAVA_HOME", jdk("old", "JAVA_VERSION=\"21\"")).with("KILN_JDKS", "/none:" + places);

    assertThat(shell.run("list", kiln).out()).isEqualTo("list");
  }

  @Test
  void takesTheJdkOnThePath() throws Exception {
    Files.createSymbolicLink(checkout.bin.resolve("java"), Path.of(JDK, "bin/java"));

    assertThat(shell.with("JAVA_HOME", "").run("list", kiln).out()).isEqualTo("list");
  }

  @Test
  void saysWhatToInstallWithoutMaven() throws Exception {
    Files.delete(checkout.bin.resolve("mvn"));

    assertThat(shell.run("", kiln))
        .isEqualTo(
            new Shell.Ended(
                1,
                "",
                "kiln: no Maven found, which is needed to build: install Maven 3.8 or later and"
                    + " put mvn on PATH\n"));
  }

  private List<Shell.Ended> firstUseByFour() throws Exception {
    List<Shell.Started> started = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      started.add(shell.start("", kiln));
    }
    List<Shell.Ended> ended = new ArrayList<>();
    for (Shell.Started run : started) {
      ended.add(run.end());
    }
    return ended;
  }

  private Path jdk(String name, String release) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), release + "\n");
    for (String tool : List.of("java", "javac")) {
      FakeCheckout.executable(Files.writeString(home.resolve("bin").resolve(tool), "#!/bin/sh\n"));
    }
    return home;
  }
}
