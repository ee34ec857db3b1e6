package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are well, ill, deaf or away, as their callers see them. */
@Timeout(120)
class ProgramRunnerTest {
  private final Scripts scripts = Scripts.unlimited();

  @AfterEach
  void end() {
    scripts.close();
  }

  private static void assertFailed(Outcome outcome, Reason reason, int exitCode, String message) {
    assertThat(outcome.ending()).isEqualTo(new Ending.Failed(reason, exitCode, message));
  }

  @Test
  void passesBytesOnAsTheyAre() {
    String list = Scripts.LIST + "# kept, with \u00e9 and no line break";
    Outcome outcome = scripts.runner("cat").run(Scripts.invocation(list));
    assertThat(Scripts.text(outcome)).isEqualTo(list);
  }

  @Test
  void waitsForSomethingElse() {
    assertThat(scripts.runner("cat").waits()).isTrue();
  }

  @Test
  void readsAndWritesMoreThanAnyPipeHolds() {
    String list = Scripts.LIST + "# 16 bytes a line\n".repeat(1_200_000);
    Outcome outcome = scripts.runner("cat").run(Scripts.invocation(list));
    assertThat(outcome.bytes().orElseThrow()).isEqualTo(list.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void mayWriteALotBeforeItReads() {
    String list = Scripts.LIST + "# 16 bytes a line\n".repeat(100_000);
    var runner = scripts.runner("head -c 1000000 /dev/zero | tr '\\0' '#'; echo; cat");
    Outcome outcome = runner.run(Scripts.invocation(list));
    assertThat(Scripts.text(outcome)).isEqualTo("#".repeat(1_000_000) + "\n" + list);
  }

  @Test
  void needNotReadItsInput() {
    String list = Scripts.LIST + "# 16 bytes a line\n".repeat(100_000);
    Outcome outcome = scripts.runner("echo 'kind: ResourceList'").run(Scripts.invocation(list));
    assertThat(Scripts.text(outcome)).isEqualTo("kind: ResourceList\n");
  }

  @Test
  void keepsWhatItWroteToStderr() {
    Invocation in = Scripts.invocation(Scripts.LIST);
    Outcome outcome = scripts.runner("echo looking >&2; cat; echo done >&2").run(in);
    assertThat(Scripts.text(outcome)).isEqualTo(Scripts.LIST);
    assertThat(Scripts.log(in)).isEqualTo("looking\ndone\n");
  }

  @Test
  void keepsWhatItWroteLastThoughItWasStartedAhead() {
    var settings = new PoolSettings(1, 4, Duration.ofMinutes(5), 0);
    var runner = scripts.runner("cat; echo done >&2", settings);
    Scripts.call(runner);
    for (int i = 0; i < 30; i++) {
      Await.until(() -> runner.counts().idle.sum() > 0);
      Invocation in = Scripts.invocation(Scripts.LIST);
      assertThat(Scripts.text(runner.run(in))).isEqualTo(Scripts.LIST);
      assertThat(Scripts.log(in)).isEqualTo("done\n");
    }
  }

  @Test
  void isNotStoppedByALotOfStderr() {
    Invocation in = Scripts.invocation(Scripts.LIST);
    Outcome outcome = scripts.runner("head -c 1000000 /dev/zero >&2; cat").run(in);
    assertThat(Scripts.text(outcome)).isEqualTo(Scripts.LIST);
    assertThat(in.log().truncated()).isTrue();
  }

  @Test
  void itsExitCodeAloneSaysThatItFailed() {
    Outcome outcome = Scripts.call(scripts.runner("cat; echo first >&2; echo second >&2; exit 7"));
    assertFailed(outcome, Reason.EXIT_CODE, 7, "f ended with exit code 7: second");
    assertThat(new String(outcome.bytes().orElseThrow(), StandardCharsets.UTF_8))
        .isEqualTo(Scripts.LIST);
  }

  @Test
  void itsExitCode127IsItsOwn() {
    Outcome outcome = Scripts.call(scripts.runner("echo 'x: not found' >&2; exit 127"));
    assertFailed(outcome, Reason.EXIT_CODE, 127, "f ended with exit code 127: x: not found");
  }

  @Test
  void mayEndWithASignal() {
    Outcome outcome = Scripts.call(scripts.runner("kill -s SEGV $$"));
    assertFailed(outcome, Reason.SIGNAL, 139, "f ended with signal 11");
  }

  @Test
  void mustWriteAListToSucceed() {
    Outcome outcome = Scripts.call(scripts.runner("exit 0"));
    assertFailed(outcome, Reason.INVALID_OUTPUT, 1, "f wrote nothing (expected: a ResourceList)");
    assertThat(outcome.bytes()).isEmpty();
  }

  @Test
  void maySayOnlySoMuch(@TempDir Path folder) {
    Path pid = folder.resolve("pid");
    var runner = scripts.first("echo $$ > " + pid + "; exec cat /dev/zero");
    assertFailed(
        Scripts.call(runner),
        Reason.INVALID_OUTPUT,
        1,
        "f wrote more than the limit of 33554432 bytes (--max-message-bytes or KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)");
    Scripts.awaitGone(Scripts.line(pid));
  }

  @Test
  void maySayAsMuchAsTheLimit() {
    var runner =
        new ProgramRunner(
            "f",
            () -> Scripts.launch("cat"),
            Scripts.SETTINGS,
            scripts.instances,
            Scripts.LIST.length());
    assertThat(Scripts.text(Scripts.call(runner))).isEqualTo(Scripts.LIST);
  }

  @Test
  void endsAtItsDeadline(@TempDir Path folder) {
    Path pid = folder.resolve("pid");
    Duration patience = Duration.ofMillis(250);
    do { // until it began before its deadline, however busy the machine is
      var runner = scripts.first("echo $$ > " + pid + "; exec sleep 1000");
      assertThat(runner.run(Scripts.invocation(patience)).ending())
          .isEqualTo(
              new Ending.TimedOut(
                  "f was not done at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)"));
      patience = patience.multipliedBy(2);
    } while (!Files.exists(pid) || !Scripts.read(pid).endsWith("\n"));
    Scripts.awaitGone(Scripts.line(pid));
  }

  @Test
  void isAskedToEnd(@TempDir Path folder) {
    Path asked = folder.resolve("asked");
    try (var patient = Scripts.patient()) {
      cancelled(patient, "trap 'echo asked > " + asked + "; exit 1' TERM; ", folder);
      assertThat(Scripts.line(asked)).isEqualTo("asked");
    }
  }

  @Test
  void isKilledIfItDoesNotCareThatItIsAsked(@TempDir Path folder) {
    Scripts.awaitGone(cancelled(scripts, "trap '' TERM; ", folder));
  }

  /** The process of a script that does nothing more until it is told to end. */
  private static String cancelled(Scripts scripts, String script, Path folder) {
    Path pid = folder.resolve("pid");
    var runner = scripts.first(script + "echo $$ > " + pid + "; while :; do sleep 0.1; done");
    Invocation in = Scripts.invocation(Scripts.LIST);
    CompletableFuture<Outcome> outcome = Scripts.calling(runner, in);
    String child = Scripts.line(pid);
    in.cancellation().cancel();
    assertThat(outcome.join().ending()).isEqualTo(new Ending.Cancelled());
    return child;
  }

  @Test
  void isStoppedWhileItWritesWithoutEnd() {
    Invocation in = Scripts.invocation(Scripts.LIST);
    CompletableFuture<Outcome> outcome = Scripts.calling(scripts.runner("exec yes >&2"), in);
    Await.until(() -> in.log().truncated());
    in.cancellation().cancel();
    assertThat(outcome.join().ending()).isEqualTo(new Ending.Cancelled());
  }

  @Test
  void leavesNothingOfItsGroupBehind(@TempDir Path folder) {
    Path pid = folder.resolve("pid");
    var runner = scripts.first("sleep 1000 & echo $! > " + pid + "; cat");
    assertThat(Scripts.text(Scripts.call(runner))).isEqualTo(Scripts.LIST);
    Scripts.awaitGone(Scripts.line(pid));
  }

  @Test
  void isNotHeldUpByWhatItLeftBehind() {
    Invocation in = Scripts.invocation(Scripts.LIST);
    Outcome outcome = scripts.runner("yes >&2 & cat").run(in);
    assertThat(Scripts.text(outcome)).isEqualTo(Scripts.LIST);
  }

  @Test
  void seesOnlyTheEnvironmentItWasGiven() {
    var runner =
        scripts.runner(
            () ->
                LaunchSpec.exec(
                    List.of("/bin/sh", "-c", "echo 'kind: ResourceList'; env | sed 's/^/# /'"),
                    Map.of("GIVEN", "1", "HOME", "/elsewhere"),
                    Optional.empty()),
            Scripts.SETTINGS);
    List<String> names =
        Scripts.text(Scripts.call(runner))
            .lines()
            .filter(line -> line.startsWith("# "))
            .map(line -> line.substring(2, line.indexOf('=')))
            .toList();
    assertThat(names)
        .contains("PATH", "HOME", "GIVEN")
        .isSubsetOf(
            "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "GIVEN", "PWD", "_", "OLDPWD",
            "SHLVL");
  }

  @Test
  void runsWhereItIsTold(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("list"), Scripts.LIST);
    var runner =
        scripts.runner(
            () -> LaunchSpec.exec(List.of("cat", "list"), Map.of(), Optional.of(folder)),
            Scripts.SETTINGS);
    assertThat(Scripts.text(Scripts.call(runner))).isEqualTo(Scripts.LIST);
  }

  private Outcome started(Path folder, String... command) {
    return Scripts.call(
        scripts.runner(
            () ->
                LaunchSpec.exec(List.of(command), Map.of("PATH", "/nowhere"), Optional.of(folder)),
            Scripts.SETTINGS));
  }

  @Test
  void isNotFound(@TempDir Path folder) {
    assertFailed(
        started(folder, "no-such-program"),
        Reason.START,
        127,
        "f could not be started: no-such-program: there is no such program on the PATH /nowhere");
    assertFailed(
        started(folder, "./fn", "x"),
        Reason.START,
        127,
        "f could not be started: ./fn: there is no such file (looked for: "
            + folder.resolve("fn")
            + ")");
  }

  @Test
  void cannotBeExecuted(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("fn"), "exit 0\n");
    assertFailed(
        started(folder, "./fn"),
        Reason.START,
        126,
        "f could not be started: ./fn: this file is no program that may be run");
  }

  @Test
  void lacksItsInterpreter(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("fn"), "#!/no/such/shell\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    Outcome outcome = started(folder, "./fn", "x");
    assertThat(outcome.ending()).isInstanceOf(Ending.Failed.class);
    assertThat(((Ending.Failed) outcome.ending()).reason()).isEqualTo(Reason.START);
    assertThat(outcome.exitCode()).isEqualTo(127);
    assertThat(outcome.ending().message()).contains("./fn", "No such file");
  }

  @Test
  void lacksItsFolder(@TempDir Path folder) {
    Path nowhere = folder.resolve("nowhere");
    assertFailed(
        started(nowhere, "/bin/cat"),
        Reason.START,
        126,
        "f could not be started: " + nowhere + ": there is no such folder to start it in");
  }
}
