package dev.kiln.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.kiln.process.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The judge as people have it: a jar and nothing else, an image, a command. */
@ResourceLock(Engine.JAVA)
class ConformanceIT {
  private static final Path JUDGE = Path.of(System.getProperty("kiln.conformance"));
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String IMAGE =
      "localhost/kiln-conformance-test:p" + ProcessHandle.current().pid();
  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: labels}
      data: {tier: web}
      """;

  @TempDir private static Path folder = Path.of("");
  private static Shell shell = new Shell(folder);
  private static Optional<Engine> engine = Optional.empty();

  @BeforeAll
  static void takeOverTheEnvironment() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), CONFIG);
    Files.copy(JUDGE.resolve("kiln-conformance.jar"), folder.resolve("judge.jar"));
    Path bin = Files.createDirectory(folder.resolve("bin"));
    shell = new Shell(folder);
    System.getenv().forEach(shell::with);
    shell.with("PATH", bin + ":" + JDK.resolve("bin") + ":" + System.getenv("PATH"));
    engine = Engine.install(bin, shell);
  }

  @AfterAll
  static void removeWhatIsNoFile() throws Exception {
    if (engine.isPresent()) {
      engine.get().remove(IMAGE);
      engine.get().close();
    }
  }

  @Test
  void theJarJudgesByItself() throws Exception {
    isPassed(judge(List.of(JDK + "/bin/java", "-jar", "judge.jar")));
  }

  @Test
  void theDistributionJudgesToo() throws Exception {
    isPassed(judge(List.of(Distribution.folder() + "/bin/kiln", "conformance")));
  }

  @Test
  void theImageHasTheJarForThoseWhoTakeItOut() throws Exception {
    assumeThat(engine).as("a container engine").isPresent();
    Path context = Files.createDirectories(folder.resolve("image/target"));
    Files.copy(folder.resolve("judge.jar"), context.resolve("kiln-conformance.jar"));
    Path dockerfile = Path.of(System.getProperty("kiln.top"), "conformance/Dockerfile");
    Files.copy(dockerfile, folder.resolve("image/Dockerfile"));

    well("docker build -t " + IMAGE + " image");
    well("docker cp \"$(docker create " + IMAGE + ")\":/kiln-conformance.jar taken.jar");
    assertThat(folder.resolve("taken.jar")).hasSameBinaryContentAs(folder.resolve("judge.jar"));
    assertThat(well("docker run --rm --network none " + IMAGE + " --clauses"))
        .contains("v1/list-out");
  }

  private static String well(String command) throws Exception {
    Shell.Ended ended = shell.run("", "sh", "-c", command);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }

  private static Shell.Ended judge(List<String> judge) throws Exception {
    String target = "exec:" + Distribution.folder() + "/bin/kiln serve --function set-labels";
    return shell.run(
        "",
        Stream.concat(judge.stream(), Stream.of(target, "--config", "config.yaml"))
            .toArray(String[]::new));
  }

  private static void isPassed(Shell.Ended judged) {
    assertThat(judged.exitCode()).as(judged.out() + judged.err()).isZero();
    assertThat(judged.out()).containsPattern("MUST ([1-9][0-9]*) of \\1 ");
    assertThat(judged.err()).isEmpty();
  }
}
