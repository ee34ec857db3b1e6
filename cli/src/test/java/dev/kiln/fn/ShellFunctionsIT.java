package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.HostProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that the command line names: programs, servers, and those in the box. */
class ShellFunctionsIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml");
  }

  @Test
  void aProgramOfTheCommandLineNeedsNoOtherLeave() throws Exception {
    project.run("--exec", project.command(ShellFunctions.REPLACE, "red", "dark blue")).well();

    assertThat(project.read("x.yaml")).contains("colour: dark blue");
  }

  @Test
  void aProgramRunsWhereItsCallerIs() throws Exception {
    project.run("--exec", "sh -c 'pwd >out; cat'").well();

    assertThat(project.folder.resolve("out")).hasContent(project.folder.toString());
  }

  @Test
  void aProgramIsStartedOncePerCall() throws Exception {
    for (int i = 0; i < 3; i++) {
      project.run("--exec", "sh -c 'echo start >>out; cat'").well();
    }

    assertThat(project.folder.resolve("out")).hasContent("start\nstart\nstart");
  }

  @Test
  void aProgramHasTheVariablesOfItsCallerAndThoseItIsGiven() throws Exception {
    project
        .env("MINE", "1")
        .env("GIVEN", "old")
        .run(
            "--exec",
            project.command(ShellFunctions.ENV, "out"),
            "-e",
            "GIVEN=a=b",
            "--env=EMPTY=",
            "-e",
            "MINE")
        .well();

    assertThat(Files.readAllLines(project.folder.resolve("out")))
        .contains("MINE=1", "GIVEN=a=b", "EMPTY=");
  }

  @Test
  void aVariableOfTheCommandLineWinsOverADeclaredOne() throws Exception {
    String declared =
        "exec: {path: %s, args: [out], envs: [A=declared, B=declared]}"
            .formatted(project.path(ShellFunctions.ENV));
    project.with("fn.yaml", TestItems.function("fn", declared));

    project.runDeclared("-e", "A=given").well();

    assertThat(Files.readAllLines(project.folder.resolve("out"))).contains("A=given", "B=declared");
  }

  @Test
  void saysSoOfAVariableThatThereIsNot() throws Exception {
    assertThat(project.runSeeing("-e", "NO_SUCH_VARIABLE").well().err())
        .contains("warning: --env NO_SUCH_VARIABLE: you have no such variable");
  }

  @Test
  void runsAFunctionOfTheBox() throws Exception {
    project.run("--function", "set-labels", "--", "tier=web").well();

    assertThat(project.read("x.yaml"))
        .isEqualTo(
            TestItems.config("x").replace("name: x\n", "name: x\n  labels:\n    tier: web\n"));
  }

  @Test
  void saysWhichFunctionsThereAreInTheBox() throws Exception {
    assertThat(project.run("--function", "set-label").err())
        .contains("no function \"set-label\"", "set-labels");
  }

  @Test
  void callsAServerThatRunsAlready() throws Exception {
    try (var host = HostProcess.start()) {
      project.with(
          "fn.yaml",
          TestItems.function("labels", "endpoint: http://" + host.address("http"))
                  .replace("example.com/v1", "fn.kpt.dev/v1alpha1")
                  .replace("kind: Fn", "kind: SetLabels")
              + "labels: {by: kiln}\n");

      project.run("--enable-endpoint").well();
    }
    assertThat(project.read("x.yaml")).contains("by: kiln");
  }

  @Test
  void runsNamedFunctionsOnAHost() throws Exception {
    String there = "there=" + project.command(ShellFunctions.REPLACE, "red", "blue");
    try (var host = HostProcess.start("--exec", there)) {
      project.env("KILN_HOST", "http://" + host.address("http")).run("--function", "there").well();
    }
    assertThat(project.read("x.yaml")).contains("colour: blue");
  }

  @Test
  void aCallHasATime() throws Exception {
    var ended = project.run("--timeout", "300ms", "--exec", "sh -c 'exec sleep 100'");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("deadline");
  }
}
