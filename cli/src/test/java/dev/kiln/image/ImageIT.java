package dev.kiln.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.process.Distribution;
import dev.kiln.process.FunctionsJar;
import dev.kiln.process.Lists;
import dev.kiln.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The image runs as nobody, with a read-only root, nothing to write to and without a network. */
@Order(3)
class ImageIT {
  /** Of the 120 MB that all may have; the public base has less than the rest. */
  private static final long MOST_BYTES = 105_000_000;

  private static final String JAVA = "/opt/kiln/runtime/bin/java";

  @RegisterExtension static final KilnImage IMAGE = new KilnImage();

  private static Containers containers;

  @TempDir private Path folder;

  @BeforeAll
  static void findContainers() {
    containers = IMAGE.containers();
  }

  // --- Once --------------------------------------------------------------------------------------

  @Test
  void runsOnceFromStdinToStdout() throws Exception {
    Program.Ended ended = containers.run(Lists.LABEL, KilnImage.NAME, "--function", "set-labels");

    assertThat(ended.out()).as(ended.err()).isEqualTo(Lists.LABELLED);
    assertThat(ended.exit()).isZero();
  }

  @Test
  void needsNoArgumentsWhereTheListSaysWhatToDo() throws Exception {
    assertThat(containers.run(Lists.LABEL, KilnImage.NAME).out()).isEqualTo(Lists.LABELLED);
  }

  @Test
  void takesTheNameOfTheFunctionFromAVariable() throws Exception {
    Program.Ended ended =
        containers.run(Lists.LABEL, "--env=KRM_FUNCTION_NAME=set-image", KilnImage.NAME);

    assertThat(ended.exit()).isEqualTo(3); // that configuration is for another function
    assertThat(ended.out()).contains("severity: error");
  }

  @Test
  void takesWhatItLoadsFromTheCache() throws Exception {
    var command = new ArrayList<>(List.of("--entrypoint=" + JAVA, KilnImage.NAME));
    command.addAll(Files.readAllLines(Distribution.folder().resolve("lib/image.args")));
    command.addAll(command.size() - 1, List.of("-XX:AOTMode=on", "-Xlog:class+load:stderr"));

    Program.Ended ended = containers.run(Lists.LABEL, command.toArray(String[]::new));

    assertThat(ended.out()).as(ended.err()).isEqualTo(Lists.LABELLED);
    assertThat(ended.err()).contains("dev.kiln.yaml.read.Parser source: shared objects file");
    assertThat(ended.err()).doesNotContain("source: file:");
  }

  @Test
  void runsOtherCommandsAsWell() throws Exception {
    assertThat(containers.run("", KilnImage.NAME, "version").out())
        .isEqualTo(KilnImage.launcher("", "version").out());
    assertThat(containers.run("", KilnImage.NAME, "functions").out()).contains("set-labels");
    assertThat(containers.run("", KilnImage.NAME, "--help").out()).startsWith("usage: kiln serve ");
  }

  // --- As a server -------------------------------------------------------------------------------

  @Test
  void servesWhereFlagsAndVariablesSay() throws Exception {
    Path sockets = Files.createDirectory(folder.resolve("s"));
    Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (var host =
        containers.start(
            "--volume=" + sockets + ":/run/kiln",
            "--env=KRM_FUNCTION_GRPC_ADDRESS=unix:///run/kiln/g",
            KilnImage.NAME,
            "--http-addr=unix:///run/kiln/h")) {
      host.awaitLog("grpc: listening on unix:///run/kiln/g");

      assertThat(answer("unix://" + sockets.resolve("h"))).isEqualTo(Lists.LABELLED);
      assertThat(answer("grpc+unix://" + sockets.resolve("g"))).isEqualTo(Lists.LABELLED);
      assertThat(host.end()).isZero();
    }
  }

  /** By a host here that calls the one there. */
  private static String answer(String address) throws Exception {
    Program.Ended ended =
        KilnImage.launcher(Lists.LABEL, "serve", "--remote=there=" + address, "--function=there");
    return ended.well().out();
  }

  @Test
  void saysNothingButWhereItListens() throws Exception {
    try (var host = containers.start(KilnImage.NAME, "--http-addr=127.0.0.1:8080")) {
      host.awaitLog("http: listening on 127.0.0.1:8080");

      assertThat(host.log()).isEqualTo("http: listening on 127.0.0.1:8080\n");
    }
  }

  // --- Its health --------------------------------------------------------------------------------

  @Test
  void isWellAsLongAsItAnswers() throws Exception {
    try (var host = containers.start(KilnImage.NAME, "serve", "--http-addr", "127.0.0.1:8080")) {
      host.awaitLog("http: listening");

      assertThat(host.isHealthy()).isTrue();
      assertThat(host.health()).contains("healthy: http at 127.0.0.1:8080 answers");

      host.signal("STOP");
      assertThat(host.isHealthy()).isFalse();
      host.signal("CONT");
      assertThat(host.log()).doesNotContain("405");
    }
  }

  @Test
  void isAskedAtItsAdminAddressIfItHasOne() throws Exception {
    try (var host =
        containers.start(
            "--env=KRM_FUNCTION_ADMIN_ADDRESS=:9090", KilnImage.NAME, "--grpc-addr=127.0.0.1:0")) {
      host.awaitLog("admin: listening");

      assertThat(host.isHealthy()).isTrue();
      assertThat(host.health()).contains("healthy: admin at :9090 answers");
    }
  }

  @Test
  void isWellWhileItWaitsForAList() throws Exception {
    try (var run = containers.start("--interactive", KilnImage.NAME)) {
      assertThat(run.isHealthy()).isTrue();
      assertThat(run.health()).contains("healthy: runs once, from stdin to stdout");
    }
  }

  // --- One's own ---------------------------------------------------------------------------------

  @Test
  void becomesTheImageOfAnotherFunctionInFourLines() throws Exception {
    String own = KilnImage.NAME + "-own";
    FunctionsJar jar = new FunctionsJar().with("greet", "call.info(\"good morning\");");
    Path made = jar.in(folder, "greet.jar");
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(
        folder.resolve("Dockerfile"),
        """
        FROM %s
        LABEL org.opencontainers.image.title="greet"
        COPY greet.jar /functions/
        ENV KRM_FUNCTION_NAME=greet
        """
            .formatted(KilnImage.NAME));
    containers.build(own, folder);

    Program.Ended ended = containers.run(Lists.forFunction("greet"), own);

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("message: good morning");
  }

  // --- What it is --------------------------------------------------------------------------------

  @Test
  void isSmall() throws Exception {
    assertThat(IMAGE.ownSize()).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void saysWhatItIs() throws Exception {
    String labels = inspect("{{range $name, $value := .Labels}}{{$name}}={{$value}}\n{{end}}");
    assertThat(labels.lines())
        .contains(
            "org.opencontainers.image.title=kiln",
            "org.opencontainers.image.version=" + System.getProperty("kiln.version"),
            "org.opencontainers.image.licenses=Apache-2.0");
    assertThat(inspect("{{.User}} {{.Config.WorkingDir}}")).isEqualTo("65534:65534 /");
  }

  private static String inspect(String format) throws Exception {
    return containers
        .podman("image", "inspect", "--format", format, KilnImage.NAME)
        .well()
        .out()
        .strip();
  }

  /** A file for the image's own user alone, or one that this may write, would be in this list. */
  @Test
  void everybodyCanReadItsFilesAndOnlyRootCanWriteThem() throws Exception {
    assertThat(files())
        .isNotEmpty()
        .allMatch(
            file ->
                file.matches("d.{6}-?r-x 0/0 .*|-r.-r--r-- 0/0 .*|-rwxr-xr-x 0/0 .*|l.* 0/0 .*"));
  }

  @Test
  void holdsWhatTheDistributionHasAndNothingElse() throws Exception {
    List<String> names = files().stream().map(file -> file.replaceFirst(".* ", "")).toList();
    List<Path> lib;
    try (Stream<Path> found = Files.list(Distribution.folder().resolve("lib"))) {
      lib = found.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    assertThat(names)
        .filteredOn(name -> name.startsWith("opt/kiln/lib/") && name.endsWith(".jar"))
        .hasSameSizeAs(lib);
    assertThat(names)
        .filteredOn(name -> name.matches("opt/kiln/lib/.+") && !name.endsWith(".jar"))
        .containsExactlyInAnyOrder(
            "opt/kiln/lib/files", "opt/kiln/lib/image.args", "opt/kiln/lib/serve.aot");
    assertThat(names)
        .filteredOn(name -> name.matches("opt/kiln/[^/]+/?"))
        .containsExactlyInAnyOrder(
            "opt/kiln/LICENSE", "opt/kiln/NOTICE", "opt/kiln/lib/", "opt/kiln/runtime/");
    assertThat(names).contains("functions/").noneMatch(name -> name.endsWith("bin/sh"));
  }

  /** As tar lists them. */
  private List<String> files() throws Exception {
    String id = containers.podman("create", KilnImage.NAME).well().out().strip();
    Path archive = folder.resolve("files.tar");
    try {
      containers.podman("export", "--output", archive.toString(), id).well();
    } finally {
      containers.podman("rm", id);
    }
    return Program.run(List.of("tar", "--numeric-owner", "-tvf", archive.toString()))
        .well()
        .out()
        .lines()
        .filter(line -> line.matches(".* (opt|functions)/.*"))
        .toList();
  }
}
