package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.image.Containers;
import dev.kiln.interop.Peers;
import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions in containers, which are built from scratch of a shell and a few programs. */
class ContainersIT {
  private static final String TAG = ":p" + ProcessHandle.current().pid();
  private static final String REPLACE = "localhost/kiln-fn-test/replace" + TAG;
  private static final String TELL = "localhost/kiln-fn-test/tell" + TAG;
  private static final String FAIL = "localhost/kiln-fn-test/fail" + TAG;
  private static final List<String> TOOLS = List.of("sh", "cat", "sed", "id", "env", "ls");
  private static final String COPY_LIBRARIES =
      System.getProperty("kiln.top") + "/cli/src/test/sh/copy-libraries";

  /** Says who it is, what it has and sees, and leaves all as it is. */
  private static final String TELLING =
      "id -u >&2; env >&2; ls /sys/class/net >&2; ls /mnt >&2; echo x 2>/dev/null >/mnt/written && echo wrote >&2; cat";

  private static Containers containers;

  private TestProject project;

  @BeforeAll
  static void build(@TempDir Path folder) throws Exception {
    containers = new Containers(folder);
    Path root = Files.createDirectories(folder.resolve("image/root/bin"));
    for (String tool : TOOLS) {
      Files.copy(Path.of(Peers.program(tool)).toRealPath(), root.resolve(tool));
    }
    Program.run(
            new byte[0],
            new ProcessBuilder("sh", "-c", "\"$0\" root \"$PWD\" root/bin/*", COPY_LIBRARIES)
                .directory(folder.resolve("image").toFile()))
        .well();
    image(folder, REPLACE, "sed 's|colour: red|colour: blue|'");
    image(folder, TELL, TELLING);
    image(folder, FAIL, "cat; echo 'it is broken' >&2; exit 3");
    containers.run(List.of("podman", "run", "--rm", "--network=none", REPLACE));
  }

  private static void image(Path folder, String name, String script) throws Exception {
    Path root = folder.resolve("image");
    Files.createDirectories(root.resolve("root/mnt"));
    Files.createDirectories(root.resolve("root/sys"));
    Files.writeString(root.resolve("root/function"), script + "\n");
    Files.writeString(
        root.resolve("Dockerfile"),
        "FROM scratch\nCOPY root /\nENV PATH=/bin IN_IMAGE=1\nENTRYPOINT [\"/bin/sh\", \"/function\"]\n");
    containers.build(name, root);
  }

  @AfterAll
  static void remove() throws Exception {
    containers.remove();
  }

  @BeforeEach
  void make(@TempDir Path folder) throws IOException {
    project = new TestProject(folder).withItems("x.yaml", "sub/y.yaml");
    containers.variables().forEach(project::env);
  }

  @Test
  @DisplayName(
      "kpt fn run DIR/ --image some-image:version will: create a container from the image; read all"
          + " resources from the package directory; provide the resources as input to the function"
          + " (container); write the output items back to the package directory")
  void runsAnImageOfTheCommandLine() throws Exception {
    project.fn("", "run", "pkg/", "--image", REPLACE).well();

    assertThat(project.read("x.yaml")).isEqualTo(TestItems.config("x").replace("red", "blue"));
    assertThat(project.read("sub/y.yaml")).isEqualTo(TestItems.config("y").replace("red", "blue"));
  }

  @Test
  @DisplayName("The following is a declaration to run the function implemented by the … image")
  void runsAnImageThatIsDeclared() throws Exception {
    project
        .with("sub/fn.yaml", TestItems.function("fn", "container:\n  image: " + REPLACE))
        .run()
        .well();

    assertThat(project.read("x.yaml")).contains("red");
    assertThat(project.read("sub/y.yaml")).contains("blue");
  }

  @Test
  void runsAnImageOfTheAnnotationContainer() throws Exception {
    project.with(
        "fn.yaml",
        "apiVersion: v1\nkind: Fn\nmetadata:\n  name: fn\n  annotations:\n    config.kubernetes.io/container: "
            + REPLACE
            + "\n");

    project.run().well();

    assertThat(project.read("x.yaml")).contains("blue");
  }

  @Test
  @DisplayName("Containers: STDIN, STDOUT, STDERR, Exit Code")
  void failsAsItsContainerDoes() throws Exception {
    var ended = project.run("--image", FAIL, "--results-dir", "results");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("it is broken");
    assertThat(Files.readString(project.folder.resolve("results/results.yaml")))
        .contains("image: " + FAIL, "exitCode: 3");
  }

  @Test
  @DisplayName("deferFailure beside container")
  void defersTheFailureOfAContainer() throws Exception {
    project
        .with(
            "a.yaml",
            TestItems.function("a", "container:\n  image: " + FAIL + "\ndeferFailure: true"))
        .with("b.yaml", TestItems.function("b", "container:\n  image: " + REPLACE));

    assertThat(project.run().exit()).isEqualTo(1);
    assertThat(project.read("x.yaml")).contains("blue");
  }

  @Test
  void isNobodyWithoutANetworkAndTheVariablesOfItsCaller() throws Exception {
    assertThat(lines(project.env("MINE", "1").run("--image", TELL)))
        .contains("65534", "lo", "IN_IMAGE=1")
        .doesNotContain("MINE=1", "eth0", "wrote");
  }

  @Test
  void hasTheVariablesThatItIsGiven() throws Exception {
    assertThat(lines(project.env("MINE", "1").run("--image", TELL, "-e", "MINE", "-e", "A=b=c")))
        .contains("MINE=1", "A=b=c");
  }

  @Test
  void hasTheVariablesThatItDeclares() throws Exception {
    project.with(
        "fn.yaml",
        TestItems.function("fn", "container: {image: %s, envs: [A=1, MINE]}".formatted(TELL)));

    assertThat(lines(project.env("MINE", "2").run("--enable-env"))).contains("A=1", "MINE=2");
  }

  @Test
  void isItsCallerIfOneSaysSo() throws Exception {
    long uid = (Integer) Files.getAttribute(project.folder, "unix:uid");

    assertThat(lines(project.run("--image", TELL, "--as-current-user"))).contains("" + uid);
  }

  @Test
  void seesWhatIsMountedAndCannotWriteToIt() throws Exception {
    Path seen = mount();

    String mount = "type=bind,src=" + seen + ",dst=/mnt";

    assertThat(lines(project.run("--image", TELL, "--mount", mount)))
        .contains("seen.txt")
        .doesNotContain("wrote");
  }

  @Test
  void seesAVolumeAndCannotWriteToIt() throws Exception {
    String volume = "kiln-fn-test" + TAG.replace(':', '-');
    containers.run(List.of("podman", "volume", "create", volume));
    try {
      String mount = "type=volume,src=" + volume + ",dst=/mnt";

      assertThat(lines(project.run("--image", TELL, "--mount", mount))).doesNotContain("wrote");
    } finally {
      containers.run(List.of("podman", "volume", "rm", "--force", volume));
    }
  }

  @Test
  void writesToWhatIsMountedSo() throws Exception {
    Path seen = mount();
    String mounts =
        "container: {image: %s, mounts: [{type: bind, src: %s, dst: /mnt, rw: true}]}"
            .formatted(TELL, seen);
    project.with("fn.yaml", TestItems.function("fn", mounts));

    assertThat(lines(project.run("--enable-mounts"))).contains("wrote");
  }

  @Test
  void hasTheNetworkOfItsHostIfItMay() throws Exception {
    project.with(
        "fn.yaml",
        TestItems.function("fn", "container: {image: %s, network: true}".formatted(TELL)));
    List<String> own;
    try (var all = Files.list(Path.of("/sys/class/net"))) {
      own = all.map(one -> one.getFileName().toString()).toList();
    }

    assertThat(lines(project.run("--network"))).containsAll(own);
  }

  @Test
  void hasNoNetworkThatItDidNotAskFor() throws Exception {
    project.with("fn.yaml", TestItems.function("fn", "container: {image: %s}".formatted(TELL)));

    assertThat(lines(project.run("--network"))).contains("lo").doesNotContain("eth0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void areAHostsIfThereIsOne(String door) throws Exception {
    for (String name : List.of("a", "b")) {
      project.with(name + ".yaml", TestItems.function(name, "container: {image: " + REPLACE + "}"));
    }
    String images = "localhost/kiln-fn-test/*:*";
    try (var host =
        HostProcess.start(containers.variables(), "--engine=podman", "--allow-image", images)) {
      project.run("--host", door + "://" + host.address(door), "--engine", "none").well();
      assertThat(host.err()).contains(REPLACE);
    }
    assertThat(project.read("x.yaml")).contains("blue");
  }

  /** What it says is short, which is a matter of its own. */
  @Test
  void hasWhatTheOneOfSeveralSaidThatFailed() throws Exception {
    for (String image : List.of(REPLACE, FAIL, TELL)) {
      String name = image.replaceAll("^.*/|:.*$", "");
      project.with(name + ".yaml", TestItems.function(name, "container: {image: " + image + "}"));
    }
    try (var host =
        HostProcess.start(
            containers.variables(),
            "--engine=podman",
            "--allow-image",
            "localhost/kiln-fn-test/*:*")) {
      String address = "grpc://" + host.address("grpc");
      var ended = project.run("--host", address, "--engine", "none", "--results-dir", "results");
      assertThat(ended.err()).contains(FAIL + " (fail.yaml:1)", "it is broken");
    }
    assertThat(Files.readString(project.folder.resolve("results/results.yaml")))
        .contains("exitCode: 3", "it is broken");
  }

  @Test
  void saysSoIfThereIsNoSuchImage() throws Exception {
    var before = project.files();

    var ended = project.run("--image", "localhost/kiln-fn-test/none:none");

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err())
        .contains("localhost/kiln-fn-test/none:none")
        .doesNotContain("Exception");
    assertThat(project.files()).isEqualTo(before);
  }

  /** A folder with a file, to which anybody may write. */
  private Path mount() throws IOException {
    project.write("mount/seen.txt", "");
    Path folder = project.folder.resolve("mount");
    assertThat(folder.toFile().setWritable(true, false)).isTrue();
    return folder;
  }

  /** What the function said. */
  private static List<String> lines(Program.Ended ended) {
    return ended.well().err().lines().map(line -> line.replaceFirst("^ *\\| ", "")).toList();
  }
}
