package dev.kiln.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.runtime.kind.remote.RemoteFunction;
import dev.kiln.server.TestKinds;
import dev.kiln.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions that are no Java classes, from what a user says of them to their answers. */
@Timeout(120)
class DeclaredFunctionsTest {
  private static final String LIST =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList # a comment\nitems: []\n";

  @TempDir private Path folder;

  private final List<String> problems = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  private static Optional<FunctionSources> declared(String... args) {
    return TestKinds.FLAGS.read(new Flags(TestKinds.FLAGS.all()).parse(List.of(args), Map.of()));
  }

  private DeclaredFunctions warm(String... args) {
    var warm = DeclaredFunctions.of(declared(args).orElseThrow(), Limits.defaults(), true);
    open.addFirst(warm);
    return warm;
  }

  private Evaluator host(String... args) {
    DeclaredFunctions warm = warm(args);
    var runners = new FunctionRegistry(warm.load(problems));
    runners.setDefaultImagePrefix(warm.defaultImagePrefix());
    runners.setImageFallback(warm.others(runners));
    var evaluator = new Evaluator(runners, Limits.defaults());
    open.addFirst(evaluator);
    return evaluator;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private static Invocation list() {
    return Invocation.of(LIST.getBytes(UTF_8));
  }

  private static String text(Outcome outcome) {
    return new String(outcome.bytes().orElse(new byte[0]), UTF_8);
  }

  private Path config(String functions) throws IOException {
    String head = "apiVersion: kiln.dev/v1alpha1\nkind: Host\n";
    return Files.writeString(folder.resolve("host.yaml"), head + functions);
  }

  @Test
  void declaresNothingWithoutFlags() {
    assertThat(declared()).isEmpty();
    assertThat(declared("--pool-memory", "1Gi")).isEmpty();
  }

  @Test
  void runsPrograms() {
    Evaluator host = host("--exec", "copy=cat", "--exec", "fail=sh -c 'cat; echo no >&2; exit 3'");
    assertThat(text(host.evaluate(list().function("copy")))).isEqualTo(LIST);
    Invocation in = list().function("fail");
    Outcome failed = host.evaluate(in);
    assertThat(failed.exitCode()).isEqualTo(3);
    assertThat(text(failed)).isEqualTo(LIST);
    assertThat(in.log().tail()).isEqualTo("no\n".getBytes(UTF_8));
    assertThat(failed.ending().message()).isEqualTo("fail ended with exit code 3: no");
  }

  @Test
  void refusesWhatCannotBeMeant() {
    for (var wrong :
        Map.of(
                "--exec=cat", "--exec: \"cat\" (expected: NAME=COMMAND, as label=./label)",
                "--exec=a='b", "--exec: \"a='b\" (expected: a command whose quotes are closed)",
                "--image=a=", "--image: \"a=\" (expected: IMAGE or NAME=IMAGE)",
                "--remote=a",
                    "--remote: \"a\" (expected: NAME=ADDRESS, as policy=grpc://policy:9446)",
                "--engine='", "--engine: \"'\" (expected: a command, as podman)",
                "--pool-max-processes=0", "--pool-max-processes: \"0\" (expected: 1 or more)",
                "--config=/nowhere/x.yaml", "/nowhere/x.yaml: no such file")
            .entrySet()) {
      assertThatThrownBy(() -> host("--exec=x=y", wrong.getKey()).close())
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(wrong.getValue());
    }
    assertThatThrownBy(() -> warm("--exec", "a=b", "--exec", "a=c"))
        .hasMessage("two functions are called \"a\"");
    assertThatThrownBy(() -> warm("--remote", "a=ftp://x").load(problems))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("ftp://x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=/nowhere/label | function a: /nowhere/label: there is no such file",
        "a=no-such-program x | function a: no-such-program: there is no such program on the PATH",
        "a=/dev/null | function a: /dev/null: this file is no program that may be run"
      })
  void refusesProgramsThatCannotRun(String flag, String message) {
    assertThatThrownBy(() -> warm("--exec", flag).load(problems))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void refusesProgramsWithoutTheirFolder() throws Exception {
    Path file =
        config("functions: [{name: a, exec: {command: [cat], directory: /nowhere/here}}]\n");
    assertThatThrownBy(() -> warm("--config", file.toString()).load(problems))
        .isInstanceOf(UsageException.class)
        .hasMessage("function a: /nowhere/here: there is no such folder to start it in");
  }

  @Test
  void keepsAllWhereAProgramIsMissing() throws Exception {
    Path file = config("functions: [{name: a, exec: {command: [cat]}}]\n");
    DeclaredFunctions warm = warm("--config", file.toString());
    List<RegisteredFunction> before = warm.load(problems);
    config("functions: [{name: a, exec: {command: [/nowhere/cat]}}]\n");
    assertThat(warm.reload(problems)).isEqualTo(before);
    assertThat(problems.getFirst())
        .isEqualTo(
            "function a: /nowhere/cat: there is no such file; the functions stay as they were");
  }

  @Test
  void answersForTheImagesThatItIsBoundTo() throws Exception {
    Evaluator host =
        host(
            "--config",
            config(
                    """
                    functions:
                    - {name: tagged, exec: {command: [cat]}, images: [search, example.com/a:v1]}
                    - {name: any, exec: {command: [cat]}, images: [example.com/b/*]}
                    """)
                .toString());
    assertThat(functionFor(host, "search")).isEqualTo("tagged");
    assertThat(functionFor(host, "search:v2")).isEqualTo("tagged");
    assertThat(functionFor(host, "example.com/a:v1")).isEqualTo("tagged");
    assertThat(functionFor(host, "example.com/a:v2")).isEmpty();
    assertThat(functionFor(host, "example.com/b/c:v3")).isEqualTo("any");
  }

  @Test
  void putsThePrefixBeforeShortImageNames() throws Exception {
    Evaluator host =
        host(
            "--default-image-prefix=example.com/fn/",
            "--config",
            config(
                    """
                    functions:
                    - {name: full, exec: {command: [cat]}, images: ["example.com/fn/full:v1"]}
                    - {name: short, exec: {command: [cat]}, images: [short]}
                    """)
                .toString());
    assertThat(functionFor(host, "full:v1")).isEqualTo("full");
    assertThat(functionFor(host, "other/full:v1")).isEmpty();
    assertThat(functionFor(host, "short:v1")).isEqualTo("short");
    assertThat(host.evaluate(list().image("none:v1")).ending().message())
        .contains("\"example.com/fn/none:v1\"");
  }

  private static String functionFor(Evaluator host, String image) {
    return host.evaluate(list().image(image)).function();
  }

  @Test
  void findsTheProblemOfAServerThatIsAway() {
    var away = warm("--remote", "away=http://127.0.0.1:9").load(problems).getFirst();
    assertThat(away.findProblem().orElseThrow()).startsWith("http://127.0.0.1:9: ");
    assertThat(problems).isEmpty();
  }

  @Test
  void findsNoProblemOfAProgram() {
    var copy = warm("--exec", "copy=cat").load(problems).getFirst();
    copy.prepare();
    assertThat(copy.findProblem()).isEmpty();
  }

  @Test
  void findsTheProblemOfAServerThatDoesNotStart() throws Exception {
    Path file = config("functions: [{name: a, serves: http, exec: {command: [sh, -c, exit 7]}}]\n");
    var broken = warm("--config", file.toString()).load(problems).getFirst();
    Await.until(() -> broken.findProblem().orElseThrow().contains("exit code 7"));
  }

  @Test
  void saysHowToReachAServerThatIsAway() {
    Evaluator host = host("--remote", "away=http://127.0.0.1:9,grpc://127.0.0.1:9");
    Outcome outcome = host.evaluate(list());
    assertThat(outcome.ending()).isInstanceOf(Ending.Busy.class);
    assertThat(outcome.ending().message()).contains("http://127.0.0.1:9", "grpc://127.0.0.1:9");
  }

  @Test
  void startsNoImageThatNoRuleAllows() {
    Evaluator host = host("--exec", "copy=cat", "--allow-image", "example.com/fn/*");
    Outcome outcome = host.evaluate(list().image("example.com/other/label:v1"));
    assertThat(outcome.ending()).isInstanceOf(Ending.NotFound.class);
    assertThat(outcome.ending().message())
        .contains("example.com/other/label:v1", "--allow-image", "--stand-in", "there are copy");
  }

  @Test
  void saysThatThereIsNoEngine() {
    Evaluator host = host("--engine", "/nowhere/podman", "--allow-image", "**");
    Outcome outcome = host.evaluate(list().image("example.com/fn/label:v1"));
    assertThat(outcome.ending()).isInstanceOf(Ending.NotFound.class);
    assertThat(outcome.ending().message()).contains("/nowhere/podman", "--engine", "--stand-in");
    assertThatThrownBy(() -> warm("--engine", "/nowhere/podman", "--image", "a").load(problems))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("/nowhere/podman");
  }

  @Test
  void keepsWhatDidNotChangeWhenTheFileDoes() throws Exception {
    Path file = config("functions: [{name: a, exec: {command: [cat]}}, {name: b, image: i}]\n");
    config("functions: [{name: a, exec: {command: [cat]}}, {name: b, exec: {command: [cat]}}]\n");
    DeclaredFunctions warm = warm("--config", file.toString());
    List<RegisteredFunction> before = warm.load(problems);
    assertThat(warm.isChanged()).isFalse();
    config(
        "functions: [{name: a, exec: {command: [cat]}}, {name: b, exec: {command: [tac]}}]\n#\n");
    assertThat(warm.isChanged()).isTrue();
    List<RegisteredFunction> after = warm.reload(problems);
    assertThat(after.getFirst()).isSameAs(before.getFirst());
    assertThat(after.getLast()).isNotSameAs(before.getLast());
    assertThat(warm.isChanged()).isFalse();
    assertThat(problems).isEmpty();
  }

  @Test
  void keepsAllWhereTheFileIsWrong() throws Exception {
    Path file = config("functions: [{name: a, exec: {command: [cat]}}]\n");
    DeclaredFunctions warm = warm("--config", file.toString());
    List<RegisteredFunction> before = warm.load(problems);
    config("functions: [{name: a, exec: {comand: [cat]}}]\n");
    assertThat(warm.reload(problems)).isEqualTo(before);
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst())
        .startsWith(file + ":3:30: functions[0].exec.comand: no such field (expected: command)")
        .endsWith("; the functions stay as they were");
  }

  @Test
  void joinsFlagsAndFile() throws Exception {
    Path file = config("functions: [{name: a, exec: {command: [cat]}}]\nstandIns: [x]\n");
    DeclaredFunctions warm = warm("--config", file.toString(), "--exec", "b=cat");
    assertThat(warm.load(problems).stream().map(RegisteredFunction::name))
        .containsExactly("b", "a");
    assertThat(warm.standIns()).isPresent();
    assertThatThrownBy(() -> warm("--config", file.toString(), "--exec", "a=cat"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("functions[1].name");
  }

  @Test
  void partsAddressesByCommas() {
    String[] args = {"--remote", "a=http://h:1,http://h:2", "--remote", "b=grpc://h:3"};
    HostConfig config = declared(args).orElseThrow().flags();
    assertThat(config.functions().stream().map(each -> ((RemoteFunction) each.spec()).addresses()))
        .containsExactly(List.of("http://h:1", "http://h:2"), List.of("grpc://h:3"));
    var variables = Map.of("KRM_FUNCTION_REMOTE", "a=http://h:1,http://h:2,b=grpc://h:3");
    var values = new Flags(TestKinds.FLAGS.all()).parse(Arrays.asList(), variables);
    assertThat(TestKinds.FLAGS.read(values).orElseThrow().flags()).isEqualTo(config);
  }
}
