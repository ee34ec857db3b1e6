package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.Main;
import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetProgram;
import dev.kiln.conformance.targets.TargetServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own host, with the reference function in Java, holds all that there is. */
@Execution(ExecutionMode.CONCURRENT)
class OurHostTest {
  private static final String PASSED = "passed";

  @TempDir private static Path folder;

  private static GoodHost host;
  private static TargetServer onSockets;

  @BeforeAll
  static void start() throws IOException {
    host = GoodHost.start();
    onSockets =
        new TargetProgram(GoodProgram.command())
            .serve(
                List.of(),
                Map.of(
                    ServerAddresses.variable(TargetDoor.HTTP), "unix://" + folder.resolve("http"),
                    ServerAddresses.variable(TargetDoor.GRPC), "unix://" + folder.resolve("grpc")));
    Polling.until(ServerLauncher.START_TIMEOUT, () -> Files.exists(folder.resolve("grpc")));
  }

  @AfterAll
  static void end() {
    host.close();
    onSockets.close();
  }

  @Test
  void passesOverHttp() {
    assertThat(judged("http://" + ServerAddresses.text(host.http()))).isEqualTo(PASSED);
  }

  @Test
  void passesOverHttpAsTheFunctionThatIsNamed() {
    assertThat(judged("http://" + ServerAddresses.text(host.http()), "--function", "kit"))
        .isEqualTo(PASSED);
  }

  @Test
  void passesOverGrpc() {
    assertThat(judged("grpc://" + ServerAddresses.text(host.grpc()))).isEqualTo(PASSED);
  }

  /** A name that the kit is given is no part of what cases say of images. */
  @Test
  void passesOverGrpcByName() {
    assertThat(
            judged(
                "grpc://" + ServerAddresses.text(host.grpc()),
                "--function",
                "kit",
                "--clause",
                "contract/grpc",
                "--clause",
                "contract/choose"))
        .isEqualTo(PASSED);
  }

  @Test
  void passesOverHttpOnAUnixSocket() {
    assertThat(judged("unix://" + folder.resolve("http"))).isEqualTo(PASSED);
  }

  @Test
  void passesOverGrpcOnAUnixSocket() {
    assertThat(judged("grpc+unix://" + folder.resolve("grpc"))).isEqualTo(PASSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdin", "http", "grpc"})
  void passesAsAProgram(String doors) {
    assertThat(judged("serve:" + GoodProgram.shell(), "--door", doors)).isEqualTo(PASSED);
  }

  @Test
  void isTheSameThroughEachDoor() {
    assertThat(judged("serve:" + GoodProgram.shell(), "--clause", "contract/same-everywhere"))
        .isEqualTo(PASSED);
  }

  /** That it passed, or what the command says. */
  private static String judged(String... target) {
    var words = new ArrayList<String>();
    Collections.addAll(words, target);
    words.addAll(List.of("--kit", "--level", "contract", "--definition"));
    words.add(JudgeSetup.DEFINITION.toString());
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, UTF_8);
    return Main.run(words, out, out) == 0 ? PASSED : said.toString(UTF_8);
  }
}
