package dev.kiln.fn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs on a host that is up already, and a host of one's own. */
class HostsIT {
  private static final String IMAGE = "container: {image: kiln.dev/functions/set-labels}";

  @TempDir private Path temporary;
  private TestProject project;

  @BeforeEach
  void makeProject() throws IOException {
    project = new TestProject(temporary).withItems("x.yaml");
    for (String label : new String[] {"one", "two", "three"}) {
      project.with(
          label + ".yaml",
          TestItems.function(label, IMAGE)
                  .replace("example.com/v1", "fn.kpt.dev/v1alpha1")
                  .replace("kind: Fn", "kind: SetLabels")
              + "labels: {"
              + label
              + ": \"1\"}\n");
    }
  }

  /** No engine is asked: the host's functions answer for the images. */
  @ParameterizedTest
  @CsvSource({"http, ''", "grpc, ', by 3 in one call'"})
  void aHostRunsImages(String door, String told) throws Exception {
    try (var host = HostProcess.start()) {
      var ended =
          project.run("--host", door + "://" + host.address(door), "--engine", "none").well();
      assertThat(ended.err()).contains("changed of 4 items" + told);
    }
    assertThat(project.read("x.yaml")).contains("one: \"1\"", "two: \"1\"", "three: \"1\"");
  }

  @Test
  void runsOneByOneWhoeverWantsToSeeEach() throws Exception {
    try (var host = HostProcess.start()) {
      String address = "grpc://" + host.address("grpc");
      assertThat(project.run("--host", address, "--explain").well().err())
          .doesNotContain("in one call")
          .contains(
              "metadata.labels: (none) → one: \"1\"", "metadata.labels.three: (none) → \"1\"");
    }
  }

  @Test
  void tellsWhichFunctionOfOneCallFailed() throws Exception {
    project.with("two.yaml", project.read("two.yaml").replace("labels: {", "lables: {"));
    String before = project.read("x.yaml");
    try (var host = HostProcess.start()) {
      var ended = project.run("--host", "grpc://" + host.address("grpc"));
      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.err())
          .contains(
              "✗ kiln.dev/functions/set-labels (two.yaml:1)", "lables", "nothing was written");
    }
    assertThat(project.read("x.yaml")).isEqualTo(before);
  }

  @Test
  void saysWhoseAddressItIsAtWhichNobodyAnswers() throws Exception {
    project.env("KILN_HOST", "unix://" + project.folder.resolve("k.sock"));
    assertThat(project.run("--engine", "none").err())
        .contains(
            "k.sock: no such file or directory",
            "the address is that of KILN_HOST; kiln daemon start starts a host of your own");
  }

  @ParameterizedTest
  @CsvSource({
    "grpc, the address is that of --host",
    "http, the address is that of --host",
  })
  void saysSoOfAHostOnAnotherMachine(String door, String told) throws Exception {
    assertThat(project.run("--host", door + "://127.0.0.1:1").err())
        .contains(told)
        .doesNotContain("daemon");
  }

  @Test
  void tellsABadAddressOnce() throws Exception {
    assertThat(project.run("--host", "unix://rel.sock").err())
        .startsWith(
            "error: --host: \"unix://rel.sock\": a socket needs an absolute path after unix://"
                + " (expected: unix:///path.sock)\n");
  }

  @Test
  void saysThatADoorSpeaksNoGrpc() throws Exception {
    try (var host = HostProcess.start()) {
      assertThat(project.run("--host", "grpc://" + host.address("http")).err())
          .contains("what listens there does not speak gRPC")
          .doesNotContain("Hex dump");
    }
  }

  @Test
  void saysHowOneOfTheFunctionsOfAServerIsChosen() throws Exception {
    try (var host = HostProcess.start()) {
      String address = "http://" + host.address("http");
      assertThat(project.run("--endpoint", address).err())
          .contains("set-labels", "(expected: an http address that ends with /functions/NAME)");
      project.run("--endpoint", address + "/functions/set-labels", "--", "four=1").well();
    }
    assertThat(project.read("x.yaml")).contains("four: \"1\"");
  }

  @Test
  void aHostOfOnesOwnStaysUntilItIsStopped() throws Exception {
    Path socket = project.folder.resolve("own/k.sock");
    project.env("KILN_HOST", "unix://" + socket);
    assertThat(daemon("status").exit()).isEqualTo(1);
    try {
      assertThat(daemon("start").well().out()).contains("runs at unix://" + socket + ", process ");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rw-------");
      assertThat(daemon("start").well().out()).startsWith("runs already at unix://" + socket);
      assertThat(daemon("status").well().out()).startsWith("runs at unix://" + socket);
      project.run("--engine", "none").well();
      assertThat(project.read("x.yaml")).contains("one: \"1\"");
      assertThat(Files.readString(socket.resolveSibling("k.log"))).contains("set-labels");
    } finally {
      daemon("stop");
    }
    assertThat(daemon("status").out())
        .isEqualTo("does not run; it would be at unix://" + socket + "\n");
    assertThat(daemon("stop").well().out()).isEqualTo("does not run\n");
  }

  @Test
  void saysWhyAHostOfOnesOwnDoesNotStart() throws Exception {
    project.env("KILN_HOST", "unix://" + project.folder.resolve("own/k.sock"));
    var ended = daemon("start", "--no-such-flag");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("did not start", "unknown flag: --no-such-flag");
  }

  @Test
  void saysWhatIsTheAddressOfAHostOfOnesOwn() throws Exception {
    for (String flag : new String[] {"--http-addr", "--http-addr=127.0.0.1:0"}) {
      assertThat(daemon("start", flag).err())
          .contains("--http-addr", "(expected: KILN_HOST=unix:///path.sock)");
    }
  }

  /** As the guide says. */
  @Test
  void aHostOfOnesOwnTakesSeveralFunctionsInOneCall() throws Exception {
    Path socket = project.folder.resolve("own/k.sock");
    Path grpc = project.folder.resolve("own/g.sock");
    project.env("KILN_HOST", "unix://" + socket);
    try {
      daemon("start", "--grpc-addr", "unix://" + grpc).well();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(grpc)))
          .isEqualTo("rw-------");
      assertThat(project.run("--host", "grpc+unix://" + grpc).well().err())
          .contains("by 3 in one call");
    } finally {
      daemon("stop");
    }
  }

  private Program.Ended daemon(String... words) throws Exception {
    var command = new String[words.length + 2];
    command[0] = Distribution.folder() + "/bin/kiln";
    command[1] = "daemon";
    System.arraycopy(words, 0, command, 2, words.length);
    return project.program("", project.folder, command);
  }
}
