package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are kept, killed and left alone. */
@Timeout(120)
class InstancesTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Scripts scripts = new Scripts(2, 100);

  @AfterEach
  void end() {
    scripts.close();
  }

  @Test
  void oneIsKeptUntilItIsTold() throws Exception {
    ChildProcess child = scripts.start(Scripts.launch("cat; exit 3"), 0);
    try (var stdin = child.stdin()) {
      stdin.write("hello\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(child.whenEnded().join()).isEqualTo(3);
    assertThat(child.stdout().readAllBytes()).asString().isEqualTo("hello\n");
    child.whenGone().join();
    assertThat(scripts.instances.processes()).isEmpty();
  }

  @Test
  void itsPlaceIsFreeOnceItIsGone() throws Exception {
    ChildProcess child = scripts.start(Scripts.launch("cat"), 100);
    CompletableFuture<ChildProcess> next =
        child.whenGone().thenApply(_ -> startedAtOnce(Scripts.launch("cat")));
    child.stdin().close();
    ChildProcess other = next.join();
    assertThat(scripts.instances.processes()).containsExactly(other);
  }

  private ChildProcess startedAtOnce(LaunchSpec launch) {
    try {
      return scripts.start(launch, 100, Instant.now());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneIsAskedToEnd() throws Exception {
    try (var patient = Scripts.patient()) {
      ChildProcess child = patient.start(Scripts.launch("exec sleep 1000"), 0);
      child.end();
      assertThat(child.whenEnded().join()).isEqualTo(143);
    }
  }

  @Test
  void oneThatIsKilledTakesItsGroupWithIt(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    ChildProcess child =
        scripts.start(Scripts.launch("sleep 1000 & echo $! > " + pid + "; wait"), 0);
    String below = Scripts.line(pid);
    ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
    Scripts.awaitGone(below);
  }

  @Test
  void oneMayHaveNoPlace() throws Exception {
    ChildProcess kept = scripts.start(Scripts.launch("exec sleep 1000"), 70);
    assertThatThrownBy(() -> scripts.start(Scripts.launch("cat"), 40))
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("--pool-memory");
    kept.kill();
    Instant deadline = Instant.now().plusSeconds(60); // for a machine that is busy
    scripts.start(Scripts.launch("cat"), 40, deadline).kill();
  }

  @Test
  void oneMayNotStart() {
    assertThatThrownBy(() -> scripts.start(Scripts.launch(List.of("/no/such/program")), 0))
        .isInstanceOf(ProgramStartException.class)
        .hasMessage("/no/such/program: there is no such file");
    assertThat(scripts.instances.processes()).isEmpty();
  }

  @Test
  void allEndWithTheHost() throws Exception {
    ChildProcess one = scripts.start(Scripts.launch("exec sleep 1000"), 0);
    ChildProcess other = scripts.start(Scripts.launch("trap '' TERM; echo; sleep 1000"), 0);
    assertThat(other.stdout().read()).isEqualTo('\n');
    scripts.instances.close();
    assertThat(one.whenGone()).isDone();
    assertThat(other.whenGone()).isDone();
  }

  @Test
  void evenThoseEndWithTheHostThatAreJustBeingStarted(@TempDir Path folder) throws Exception {
    for (int i = 0; i < 10; i++) {
      try (var host = Scripts.unlimited()) {
        host.runner("> " + folder + "/$$; exec sleep 1000", new PoolSettings(3, 3, LONG, 0))
            .prepare();
      }
    }
    try (Stream<Path> pids = Files.list(folder)) {
      pids.map(pid -> pid.getFileName().toString()).forEach(Scripts::awaitGone);
    }
  }

  @Test
  void theEndOfThisProcessWaitsForWhatIsJustBeingStarted() {
    var late = new Late(new CompletableFuture<>(), new CompletableFuture<>());
    CompletableFuture<ChildProcess> started =
        CompletableFuture.supplyAsync(() -> startedAtOnce(late.launch("exec sleep 1000")));
    late.begun.join();
    var known = new CompletableFuture<List<ChildProcess>>();
    Thread end =
        Thread.ofPlatform()
            .start(
                () -> {
                  scripts.instances.stopStarting();
                  known.complete(scripts.instances.processes());
                });
    Await.until(() -> known.isDone() || end.getState() == Thread.State.TIMED_WAITING);
    late.goOn.complete(null);
    assertThat(known.join()).containsExactly(started.join());
  }

  /** A child whose start takes until the test says so. */
  private record Late(CompletableFuture<Void> begun, CompletableFuture<Void> goOn)
      implements ChildTermination {
    LaunchSpec launch(String script) {
      LaunchSpec plain = Scripts.launch(script);
      return new LaunchSpec(plain.command(), plain.environment(), Optional.empty(), this);
    }

    @Override
    public CompletableFuture<Integer> whenEnded(Process process) {
      return OF_PROCESS.whenEnded(process);
    }

    @Override
    public List<String> killCommand() {
      begun.complete(null);
      goOn.join();
      return List.of();
    }
  }

  @Test
  void nothingIsStartedOnceThisProcessEnds(@TempDir Path folder) {
    scripts.instances.stopStarting();
    assertThatThrownBy(() -> scripts.start(ExternalChildPart.launch("cat", folder), 0))
        .isInstanceOf(ProgramStartException.class)
        .hasMessage("this host ends");
    assertThat(folder.resolve("gone")).exists();
  }

  @Test
  void whatIsNoProcessOfOursIsEndedByItsOwnCommand(@TempDir Path folder) throws Exception {
    ChildProcess child = scripts.start(ExternalChildPart.launch("cat", folder), 0);
    child.kill();
    assertThat(Scripts.line(folder.resolve("killed"))).isEqualTo("that's it");
    child.whenGone().join();
    assertThat(folder.resolve("gone")).exists();
  }

  @Test
  void whatEndedByItselfIsNotEndedAgain(@TempDir Path folder) throws Exception {
    ChildProcess child = scripts.start(ExternalChildPart.launch("cat", folder), 0);
    child.stdin().close();
    child.whenGone().join();
    assertThat(folder.resolve("gone")).exists();
    assertThat(folder.resolve("killed")).doesNotExist();
  }

  @Test
  void nothingIsLeftOfWhatIsNotStartedAnyMore(@TempDir Path folder) {
    scripts.instances.close();
    assertThatThrownBy(() -> scripts.start(ExternalChildPart.launch("cat", folder), 0))
        .isInstanceOf(ProgramStartException.class);
    assertThat(folder.resolve("gone")).exists();
  }

  @Test
  void aKilledChildGivesAClearErrorOrTheRightAnswer() throws Exception {
    String list = Scripts.LIST + "# 16 bytes a line\n".repeat(20_000);
    ProgramRunner runner = scripts.runner("cat");
    var over = new AtomicBoolean();
    var struck = new HashSet<ChildProcess>();
    Thread killer =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    for (ChildProcess child : scripts.instances.processes()) {
                      struck.add(child);
                      kill(child.pid());
                    }
                    LockSupport.parkNanos(1); // not so often that none is left to answer
                  }
                });
    int killed = 0;
    for (int i = 0; i < 100 || killed == 0; i++) {
      Outcome outcome = runner.run(Scripts.invocation(list));
      if (outcome.ending() instanceof Ending.Failed failed) {
        killed++;
        assertThat(failed.reason()).isEqualTo(Reason.SIGNAL);
        assertThat(failed.exitCode()).isEqualTo(137);
      } else {
        assertThat(Scripts.text(outcome)).isEqualTo(list);
      }
    }
    over.set(true);
    killer.join();
    struck.forEach(
        child -> child.whenGone().join()); // a call may still get one that dies unnoticed
    assertThat(Scripts.text(runner.run(Scripts.invocation(list)))).isEqualTo(list);
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void theKeeperIsReplacedWhenItIsKilled(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    ChildProcess child =
        scripts.start(Scripts.launch("sleep 1000 & echo $! > " + pid + "; wait"), 0);
    String below = Scripts.line(pid);
    long guard = scripts.instances.guard().pid();
    kill(guard);
    Await.until(() -> scripts.instances.guard().pid() != guard);
    child.kill();
    Scripts.awaitGone(below);
  }
}
