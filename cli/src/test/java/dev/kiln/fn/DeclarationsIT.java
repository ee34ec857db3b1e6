package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What resources declare: each form is read, and a mistake in one is never passed over. */
class DeclarationsIT {
  private TestProject project;

  @BeforeEach
  void make(@TempDir Path folder) throws Exception {
    project = new TestProject(folder).withItems("x.yaml");
  }

  @Test
  void readsTheOlderAnnotation() throws Exception {
    project
        .with(
            "fn.yaml", seeing().replace("config.kubernetes.io/function", "config.k8s.io/function"))
        .runDeclared()
        .well();

    assertThat(project.names("fn")).containsExactly("fn", "x");
  }

  @Test
  void readsTheFieldConfigFn() throws Exception {
    project
        .with(
            "fn.yaml",
            "apiVersion: v1\nkind: Fn\nmetadata:\n  name: fn\n  configFn:\n    "
                + project.see("fn")
                + "\n")
        .runDeclared()
        .well();

    assertThat(project.names("fn")).containsExactly("fn", "x");
  }

  @Test
  void anyKindOfResourceMayDeclare() throws Exception {
    project.with("fn.yaml", seeing().replace("kind: Fn", "kind: Deployment")).runDeclared().well();

    assertThat(project.names("fn")).containsExactly("fn", "x");
  }

  @Test
  void declaresInsideOfAList() throws Exception {
    project.with("fn.yaml", "apiVersion: v1\nkind: List\nitems:\n" + TestItems.item(seeing()));

    project.runDeclared().well();

    assertThat(project.names("fn")).containsExactly("fn", "x");
  }

  /** kpt 0.x drops the arguments, and has the shell run the list. */
  @Test
  void givesAProgramItsArgumentsAndVariables() throws Exception {
    Path out = project.folder.resolve("out");
    project.with(
        "fn.yaml",
        TestItems.function(
            "fn",
            """
            exec:
              path: /bin/sh
              args: [-c, 'echo "$0 $A $B" >%s; cat', zero]
              envs: [A=1=2, B]
            """
                .formatted(out)));

    project.env("B", "mine").runDeclared().well();

    assertThat(out).hasContent("zero 1=2 mine");
  }

  @Test
  void aRelativePathOfAProgramCountsFromWhereTheCommandRuns() throws Exception {
    project.with("sub/fn.yaml", TestItems.function("fn", "exec: {path: bin/talk, args: [hello]}"));

    assertThat(project.runDeclared().well().err()).contains("| hello");
  }

  // --- What may not run -------------------------------------------------------------------------

  /** With kustomize and kpt 0.x nothing runs, and nothing is said. */
  @Test
  void refusesADeclaredProgramUnlessOneMay() throws Exception {
    refuses(seeing(), "fn.yaml:1: Fn fn wants to run the program", "(expected: --enable-exec");
  }

  @Test
  void refusesTheNetworkUnlessItMayBeHad() throws Exception {
    refuses(
        TestItems.function("fn", "container: {image: example.com/x, network: true}"),
        "fn.yaml:1: Fn fn wants a network for example.com/x (expected: --network");
  }

  @Test
  void refusesAServerUnlessItMayGetTheItems() throws Exception {
    refuses(
        TestItems.function("fn", "endpoint: http://example.com"),
        "fn.yaml:1: Fn fn wants to send the items to http://example.com"
            + " (expected: --enable-endpoint");
  }

  @Test
  void refusesMountsUnlessTheyMayBeHad() throws Exception {
    refuses(
        TestItems.function(
            "fn", "container: {image: example.com/x, mounts: [{type: bind, src: /, dst: /mnt}]}"),
        "fn.yaml:1: Fn fn wants to mount files of this machine in example.com/x"
            + " (expected: --enable-mounts");
  }

  @Test
  void refusesYourVariablesUnlessAContainerMayHaveThem() throws Exception {
    String declared = "container: {image: example.com/x, envs: [A=1, TOKEN]}";
    String message =
        "fn.yaml:1: Fn fn wants your variable TOKEN for example.com/x"
            + " (expected: --enable-env, or --env TOKEN, if it may)";
    refuses(TestItems.function("fn", declared), message);

    for (String allowed : List.of("--enable-env", "--env=TOKEN")) {
      assertThat(project.run(allowed, "--engine", "none").err()).doesNotContain(message);
    }
  }

  /** The package would decide which registry hears of its reader. */
  @Test
  void pullsNoDeclaredImageInADryRun() throws Exception {
    Path asked = project.folder.resolve("asked");
    Path engine = project.folder.resolve("docker");
    Files.writeString(
        engine,
        "#!/bin/sh\n[ \"$1\" = --version ] && echo Docker version 28.0.0\necho \"$@\" >> %s\ncase $1 in image|pull) exit 1; esac\n"
            .formatted(asked));
    assertThat(engine.toFile().setExecutable(true)).isTrue();
    project.with("fn.yaml", TestItems.function("fn", "container: {image: example.com/x}"));

    var dry = project.run("--dry-run", "--engine", engine.toString());

    assertThat(dry.err())
        .contains(
            "a dry run pulls no image that a resource declares (expected: --image-pull-policy");
    assertThat(Files.readString(asked)).doesNotContain("pull");

    project.run("--dry-run", "--image-pull-policy=IfNotPresent", "--engine", engine.toString());

    assertThat(Files.readString(asked)).contains("pull");
  }

  @Test
  void saysThatThereIsNoStarlarkYet() throws Exception {
    refuses(
        TestItems.function("fn", "starlark: {path: fn.star, name: stars}"),
        "fn.yaml:1: Fn fn wants to run the Starlark script stars, for which there is no runtime yet");
  }

  @Test
  void saysAllThatIsWrongAtOnce() throws Exception {
    project.with("other.yaml", TestItems.function("other", "contaner: {image: x}"));

    refuses(
        TestItems.function("fn", "exec: {pth: x}"), "fn.yaml:7:14: exec.pth", "other.yaml:7:7: ");
  }

  @Test
  void saysAllThatMayNotRunAtOnce() throws Exception {
    project.with("other.yaml", TestItems.function("other", "starlark: {path: x}"));

    refuses(seeing(), "fn.yaml:1: Fn fn wants", "other.yaml:1: Fn other wants");
  }

  @Test
  void refusesAProgramThatIsNotThere() throws Exception {
    refuses(
        TestItems.function("fn", "exec: {path: /no/such/program}"),
        "--enable-exec",
        "/no/such/program");
  }

  // --- Mistakes ---------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "contaner: {image: x}|contaner: no such field (expected: container)",
        "container: {images: x}|container.images: no such field (expected: image)",
        "container: {Image: x}|container.Image: no such field (expected: image)",
        "container: {image: x, env: [A=1]}|container.env: no such field (expected: envs)",
        "container: {image: x, image: y}|container.image: there a second time (expected: once)",
        "container: {}|container.image: missing (expected: the name of an image)",
        "container: {image: x, network: yes please}|container.network: \"yes please\" (expected: true or false)",
        "container: {image: x, mounts: [{source: /a}]}|container.mounts[0].source: no such field (expected: type, src, dst, rw)",
        "{container: {image: x}, exec: {path: y}}|exec: beside container (expected: one of them, not both)",
        "exec: {path: x, args: y}|exec.args: ",
        "exec: x|exec: \"x\" (expected: a map with path, args, envs)",
        "{exec: {path: x}, deferFailure: 'yes'}|deferFailure: \"yes\" (expected: true or false)",
        "endpoint: nowhere|endpoint: ",
        "container: {image: x, mounts: [{type: bnd, src: /a, dst: /b}]}|:45: container.mounts[0].type: ",
        "container: {image: x, mounts: [{src: /a, dst: b}]}|:53: container.mounts[0].dst: ",
        "container: {image: x, mounts: [{type: tmpfs, src: /a, dst: /b}]}|:57: container.mounts[0].src: ",
        "starlark: {name: x}|starlark: a script with neither path nor url",
        "container: [|",
        "just words|\"just words\" (expected: a map with container, exec, starlark, endpoint, deferFailure)",
        "deferFailure: true|no function (expected: container, exec, starlark, endpoint)"
      })
  void namesTheFieldAndTheLineOfAMistake(String declaration, String message) throws Exception {
    refuses(
        TestItems.function("fn", declaration), "error: fn.yaml:7:", message == null ? "" : message);
  }

  @ParameterizedTest
  @CsvSource({
    "config.kubernetes.io/functions, config.kubernetes.io/function",
    "config.kubernetes.io/fucntion, config.kubernetes.io/function",
    "config.kubernets.io/function, config.kubernetes.io/function",
    "config.k8s.io/functions, config.k8s.io/function",
    "config.kubernetes.io/containers, config.kubernetes.io/container"
  })
  void namesTheLineOfAKeyThatIsAlmostOne(String key, String meant) throws Exception {
    refuses(
        seeing().replace("config.kubernetes.io/function:", key + ":"),
        "error: fn.yaml:6:5: "
            + key
            + ": no annotation that anybody reads (expected: "
            + meant
            + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "config.kubernetes.io/local-config, 'true'",
    "config.kubernetes.io/depends-on, apps/namespaces/x/Deployment/y",
    "config.kubernetes.io/junction, a",
    "example.com/function, 'just words'"
  })
  void leavesOtherAnnotationsAlone(String key, String value) throws Exception {
    project.with(
        "y.yaml",
        TestItems.config("y")
            .replace(
                "  name: y\n", "  name: y\n  annotations:\n    " + key + ": '" + value + "'\n"));

    assertThat(project.run().well().err()).contains("no resource declares a function");
  }

  @ParameterizedTest
  @CsvSource({
    "contaner: {image: x}, config.kubernetes.io/function",
    "exec: {path: x}, config.kubernetes.io/functions"
  })
  void aMistakeInWhatIsOffStopsNothing(String declaration, String key) throws Exception {
    project
        .with(
            "fn.yaml",
            TestItems.function("fn", declaration).replace("config.kubernetes.io/function", key))
        .runSeeing()
        .well();

    assertThat(project.names("it")).containsExactly("fn", "x");
  }

  @Test
  void refusesTwoDeclarationsThatDiffer() throws Exception {
    refuses(
        seeing() + "    config.k8s.io/function: 'container: {image: x}'\n",
        "fn.yaml:8:5: config.k8s.io/function: another declaration than config.kubernetes.io/function on line 6");
  }

  private String seeing() {
    return TestItems.function("fn", project.see("fn"));
  }

  private void refuses(String declaring, String... messages) throws Exception {
    var before = project.with("fn.yaml", declaring).files();
    boolean program = messages[0].equals("--enable-exec");

    var ended = program ? project.runDeclared() : project.run();

    assertThat(ended.exit()).isEqualTo(1);
    for (int i = program ? 1 : 0; i < messages.length; i++) {
      assertThat(ended.err()).contains(messages[i]);
    }
    assertThat(project.files()).isEqualTo(before);
    assertThat(Files.exists(project.folder.resolve("seen-fn"))).isFalse();
  }
}
