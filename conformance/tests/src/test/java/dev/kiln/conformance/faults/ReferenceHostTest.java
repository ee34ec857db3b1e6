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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own host, with the reference function in Java, holds all that there is. */
@Execution(ExecutionMode.CONCURRENT)
class ReferenceHostTest {
  private static final String PASSED = "passed";

  @TempDir private static Path folder;

  @AutoClose private static StandInServer programs;

  private static TargetServer onPorts;
  private static TargetServer onSockets;

  private static String http = "";
  private static String grpc = "";

  @BeforeAll
  static void start() throws IOException {
    http = ServerAddresses.text(ServerAddresses.free());
    grpc = ServerAddresses.text(ServerAddresses.free());
    programs = new StandInServer();
    onPorts = serve(http, grpc);
    onSockets = serve("unix://" + folder.resolve("http"), "unix://" + folder.resolve("grpc"));
    Polling.until(
        ServerLauncher.START_TIMEOUT,
        () -> ServerAddresses.isListening(grpc) && Files.exists(folder.resolve("grpc")));
  }

  @AfterAll
  static void end() {
    onPorts.close();
    onSockets.close();
  }

  private static TargetServer serve(String http, String grpc) throws IOException {
    return new TargetProgram(ReferenceProgram.command())
        .serve(
            List.of(),
            Map.of(
                ServerAddresses.variable(TargetDoor.HTTP), http,
                ServerAddresses.variable(TargetDoor.GRPC), grpc));
  }

  @Test
  void passesOverHttp() {
    assertThat(judged("http://" + http)).isEqualTo(PASSED);
  }

  @Test
  void passesOverHttpAsTheFunctionThatIsNamed() {
    assertThat(judged("http://" + http, "--function", "kit")).isEqualTo(PASSED);
  }

  @Test
  void passesOverGrpc() {
    assertThat(judged("grpc://" + grpc)).isEqualTo(PASSED);
  }

  /** A name that the kit is given is no part of what cases say of images. */
  @Test
  void passesOverGrpcByName() {
    assertThat(
            judged(
                "grpc://" + grpc,
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
  @ValueSource(strings = {"http", "grpc"})
  void passesAsAServer(String doors) {
    assertThat(judged("serve:" + ReferenceProgram.shell(), "--door", doors)).isEqualTo(PASSED);
  }

  @Test
  void passesOnStdin() {
    assertThat(judged(programs.goodTarget(), "--door", "stdin")).isEqualTo(PASSED);
  }

  /** Streams and exit codes are those of a process; the rest does not depend on it. */
  @Test
  void passesOnStdinOfAProcess() {
    Stream<String> clauses =
        Stream.of(
                "v1/exit",
                "v1/list-out",
                "v1/std",
                "v1/utf-8",
                "contract/empty-address",
                "contract/exit",
                "contract/large-list",
                "contract/stdin")
            .flatMap(clause -> Stream.of("--clause", clause));
    Stream<String> target = Stream.of("serve:" + ReferenceProgram.shell(), "--door", "stdin");

    assertThat(judged(Stream.concat(target, clauses).toArray(String[]::new))).isEqualTo(PASSED);
  }

  @Test
  void isTheSameThroughEachDoor() {
    assertThat(judged("serve:" + ReferenceProgram.shell(), "--clause", "contract/same-everywhere"))
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
