package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainIT {
  @Test
  void explainsItselfWithoutArguments() throws Exception {
    KilnRun kiln = KilnRun.run();
    assertThat(kiln.stdout())
        .startsWith("kiln runs KRM functions.")
        .contains(
            "  serve ",
            "  call ",
            "  shim ",
            "  init ",
            "  functions ",
            "  health ",
            "  image ",
            "  version ",
            "  help ");
    assertThat(kiln.exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"serve", "call", "shim", "init", "functions", "health", "image", "version"})
  void explainsACommand(String command) throws Exception {
    KilnRun asked = KilnRun.run("help", command);
    assertThat(asked.stdout()).startsWith("usage: kiln " + command);
    assertThat(asked.exit()).isZero();
    assertThat(KilnRun.run(command, "--help")).isEqualTo(asked);
  }

  @Test
  void asksWhetherAnotherCommandWasMeant() throws Exception {
    assertThat(KilnRun.run("functons"))
        .isEqualTo(
            new KilnRun(
                "",
                """
                error: unknown command "functons" for "kiln"

                Did you mean this?
                \tfunctions

                See 'kiln --help' for usage.
                """,
                1));
  }

  @Test
  void asksWhetherAnotherFlagWasMeant() throws Exception {
    KilnRun kiln = KilnRun.run("serve", "--functoin", "set-labels");
    assertThat(kiln.stderr())
        .startsWith("error: unknown flag: --functoin\n\nDid you mean this?\n\t--function\n")
        .endsWith("See 'kiln serve --help' for usage.\n");
    assertThat(kiln.exit()).isEqualTo(1);
  }

  @Test
  void missesTheValueOfAFlag() throws Exception {
    assertThat(KilnRun.run("serve", "--function").stderr())
        .startsWith("error: flag needs an argument: --function\n");
  }

  @Test
  void readsTheListFromNowhereButStdin() throws Exception {
    assertThat(KilnRun.run("serve", "list.yaml").stderr())
        .startsWith("error: unexpected argument: list.yaml (the list is read from stdin)\n");
  }

  @Test
  void saysWhichBuildItIs() throws Exception {
    assertThat(KilnRun.run("version").stdout()).matches("kiln .+, Java .+\n");
    assertThat(KilnRun.run("--version").stdout()).startsWith("kiln ");
    assertThat(KilnRun.run("version", "please").exit()).isEqualTo(1);
  }

  @Test
  void runsAFunctionOfTheBox() throws Exception {
    String list =
        """
        apiVersion: config.kubernetes.io/v1
        kind: ResourceList # labels wanted
        functionConfig:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: x}
          data: {team: a}
        items:
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: one # the only one
            labels:
              team: b
        """;
    KilnRun kiln = KilnRun.runOn(list, "serve", "--function", "set-labels");
    assertThat(kiln.stdout()).startsWith(list.replace("team: b", "team: a"));
    assertThat(kiln.stderr()).isEmpty();
    assertThat(kiln.exit()).isZero();
  }

  @Test
  void saysWhichFunctionsThereAre() throws Exception {
    KilnRun kiln = KilnRun.run("serve", "--function", "set-lables");
    assertThat(kiln.stderr())
        .startsWith("error: unknown function \"set-lables\" (there are ")
        .contains("Did you mean this?\n\tset-labels\n");
    assertThat(kiln.exit()).isEqualTo(1);
  }

  @Test
  void saysWhyAFunctionOfAJarIsUnknown(@TempDir Path folder) throws Exception {
    Path jar = Files.writeString(folder.resolve("greet.jar"), "no zip");

    KilnRun kiln = KilnRun.run("serve", "--functions", folder.toString(), "--function", "greet");

    assertThat(kiln.stderr())
        .startsWith("warning: " + jar + ": is no zip file (expected: a jar)\n")
        .contains("error: unknown function \"greet\"");
    assertThat(kiln.exit()).isEqualTo(1);
  }
}
