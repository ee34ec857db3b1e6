package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.protobuf.ByteString;
import dev.kiln.process.Distribution;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code kiln init} writes, and the examples, outside the reactor: each does what its README
 * says, with the commands that stand there.
 */
@Order(2)
@ResourceLock(Engine.JAVA)
@ParameterizedClass
@MethodSource("projects")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProjectIT {
  private static final Path EXAMPLES = Path.of(System.getProperty("kiln.top"), "examples");
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String NEW = "new-one";
  private static final int SERVING_SECONDS = 120;

  @TempDir private static Path folder = Path.of("");
  private static Shell shell = new Shell(folder);
  private static Optional<LocalRepository> repository = Optional.empty();
  private static Optional<Engine> engine = Optional.empty();

  @Parameter String name = NEW;
  private Path project = folder;
  private MarkdownBlocks readme = new MarkdownBlocks("");

  static Stream<String> projects() throws IOException {
    try (Stream<Path> examples = Files.list(EXAMPLES)) {
      List<String> names = examples.map(path -> path.getFileName().toString()).sorted().toList();
      return Stream.concat(Stream.of(NEW), names.stream());
    }
  }

  @BeforeAll
  static void takeOverTheEnvironment() throws Exception {
    shell = new Shell(folder);
    System.getenv().forEach(shell::with);
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path place = folder.resolve("repository");
    repository = Optional.of(LocalRepository.create(place));
    shell
        .with("JAVA_HOME", JDK)
        .with("PATH", bin + ":" + JDK.resolve("bin") + ":" + System.getenv("PATH"))
        .with("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dmaven.repo.local=" + place);
    engine = Engine.install(bin, shell);
  }

  @AfterAll
  static void removeWhatIsNoFile() throws Exception {
    if (engine.isPresent()) {
      engine.get().close();
    }
    if (repository.isPresent()) {
      repository.get().close();
    }
  }

  @BeforeParameterizedClassInvocation
  void build() throws Exception {
    project = folder.resolve(name);
    if (name.equals(NEW)) {
      init();
    } else {
      copy(EXAMPLES.resolve(name));
    }
    readme = MarkdownBlocks.of(project);
    Shell.Ended built = inProject(readme.command("mvn .*"));
    assertThat(built.exitCode()).as(built.out() + built.err()).isZero();
  }

  private void init() throws Exception {
    Shell.Ended written =
        shell.run("", Distribution.folder() + "/bin/kiln", "init", project.toString());
    assertThat(written.exitCode()).as(written.err()).isZero();
  }

  private void copy(Path example) throws IOException {
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path path = example.relativize(file);
        if (!path.startsWith("target")) {
          Files.createDirectories(project.resolve(path).getParent());
          Files.copy(file, project.resolve(path));
        }
      }
    }
  }

  private Shell.Ended inProject(String command) throws Exception {
    return shell.run("", "sh", "-c", "cd '" + project + "' && " + command);
  }

  @Test
  void runsOnAListInAPipe() throws Exception {
    assertThat(inProject(readme.command("java .* < list.yaml")))
        .isEqualTo(new Shell.Ended(0, readme.list(), ""));
  }

  @Test
  @Timeout(SERVING_SECONDS)
  void servesOverHttp() throws Exception {
    assumeThat(shell.run("", "sh", "-c", "command -v curl").exitCode()).as("curl").isZero();
    try (var server = serving(readme.command("java .* --http-addr .*"))) {
      String call = readme.command("curl .*").replace("127.0.0.1:8080", server.address("http"));
      assertThat(inProject(call + " --silent --show-error --fail-with-body"))
          .isEqualTo(new Shell.Ended(0, readme.list(), ""));
      assertThat(server.end()).isZero();
    }
  }

  @Test
  @Timeout(SERVING_SECONDS)
  void servesOverGrpc() throws Exception {
    try (var server = serving("java -jar target/" + name + ".jar --grpc-addr 127.0.0.1:8080")) {
      assertThat(evaluated(server.address("grpc"))).isEqualTo(readme.list());
      assertThat(server.end()).isZero();
    }
  }

  /** Starts what is to serve on port 8080, on a port that is free. */
  private Server serving(String command) throws IOException {
    String anyPort = command.replace("127.0.0.1:8080", "127.0.0.1:0");
    return Server.start(shell.open("sh", "-c", "cd '" + project + "' && exec " + anyPort));
  }

  private String evaluated(String address) throws IOException {
    ManagedChannel channel = ManagedChannelBuilder.forTarget(address).usePlaintext().build();
    try {
      var list = ByteString.copyFrom(Files.readAllBytes(project.resolve("list.yaml")));
      return FunctionServiceGrpc.newBlockingStub(channel)
          .evaluate(EvaluateRequest.newBuilder().setResourceList(list).build())
          .getResourceList()
          .toStringUtf8();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void becomesAnImageThatRunsAsNobody() throws Exception {
    assumeThat(engine).as("containers can be made and run here").isPresent();
    String run = readme.command("docker run .* < list.yaml");
    String image = run.replaceFirst(".* (\\S+) < .*", "$1");
    try {
      Shell.Ended built = inProject(readme.command("docker build .*"));
      assertThat(built.exitCode()).as(built.out() + built.err()).isZero();
      assertThat(inProject(run)).isEqualTo(new Shell.Ended(0, readme.list(), ""));
      assertThat(inProject("docker inspect --format '{{.Config.User}}' " + image).out())
          .isEqualTo("65534:65534\n");
    } finally {
      engine.orElseThrow().remove(image);
    }
  }

  @Test
  void itsOwnTestsRan() {
    assertThat(project.resolve("target/surefire-reports")).isDirectoryContaining("glob:**.xml");
  }
}
