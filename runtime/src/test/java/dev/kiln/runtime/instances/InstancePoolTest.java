package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The instances of one function: when they start, how many there are, and when they end. */
@Timeout(120)
class InstancePoolTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final PoolSettings ONE_READY = new PoolSettings(1, 4, LONG, 0);

  private final Scripts scripts = Scripts.unlimited();

  @AfterEach
  void end() {
    scripts.close();
  }

  @Test
  void startsNothingBeforeTheFirstCall() {
    ProgramRunner runner = scripts.runner("cat");
    runner.prepare();
    Scripts.call(scripts.runner("cat"));
    assertThat(runner.counts().starts()).isZero();
  }

  @Test
  void startsTheLeastThereShallBeOnceItIsMadeReady() {
    ProgramRunner runner = scripts.runner("cat", new PoolSettings(2, 4, LONG, 0));
    runner.prepare();
    Await.until(() -> runner.counts().idle() == 2);
    assertThat(Scripts.text(Scripts.call(runner))).isEqualTo(Scripts.LIST);
    assertThat(runner.counts().hits()).isEqualTo(1);
    assertThat(runner.counts().misses()).isZero();
  }

  @Test
  void startsASuccessorBehindACall() {
    ProgramRunner runner = scripts.runner("cat");
    Scripts.call(runner);
    Await.until(() -> runner.counts().idle() == 1);
    Scripts.call(runner);
    assertThat(runner.counts().misses()).isEqualTo(1);
    assertThat(runner.counts().hits()).isEqualTo(1);
  }

  @Test
  void usesEachChildOnce() {
    ProgramRunner runner = scripts.runner("cat; echo \"# $$\"");
    var answers = new HashSet<String>();
    for (int i = 0; i < 20; i++) {
      answers.add(Scripts.text(Scripts.call(runner)));
    }
    assertThat(answers).hasSize(20);
  }

  @Test
  void keepsAsManyAsWereNeededAtOnce(@TempDir Path folder) {
    var gates = new BlockingCalls(folder);
    ProgramRunner runner = scripts.runner(gates.script());
    List<CompletableFuture<Outcome>> calls =
        Stream.of("a", "b", "c").map(name -> Scripts.calling(runner, gates.call(name))).toList();
    Await.until(() -> runner.counts().busy() == 3);
    Stream.of("a", "b", "c").forEach(gates::open);
    calls.forEach(call -> Scripts.text(call.join()));
    Await.until(() -> runner.counts().idle() == 3);
    assertThat(runner.counts().busy()).isZero();
  }

  @Test
  void startsOneAtATimeBesideACall(@TempDir Path folder) throws Exception {
    Path starts = Files.createFile(folder.resolve("starts"));
    String script =
        """
        [ -e FOLDER/a ] && echo behind >> FOLDER/starts || echo beside >> FOLDER/starts
        list=$(cat)
        while [ ! -e FOLDER/a ]; do sleep 0.02; done
        echo "$list"
        """;
    ProgramRunner runner =
        scripts.runner(
            script.replace("FOLDER", folder.toString()), new PoolSettings(3, 4, LONG, 0));
    CompletableFuture<Outcome> call = Scripts.calling(runner, Scripts.invocation(Scripts.LIST));
    Await.until(() -> runner.counts().idle() > 0 && Scripts.read(starts).lines().count() > 1);
    new BlockingCalls(folder).open("a");
    call.join();
    Await.until(() -> Scripts.read(starts).lines().count() == 4);
    assertThat(Scripts.read(starts).lines())
        .containsExactly("beside", "beside", "behind", "behind");
  }

  @Test
  void endsThoseThatAreNotNeededAnyMore() {
    ProgramRunner runner = scripts.runner("cat", new PoolSettings(0, 4, Duration.ofSeconds(1), 0));
    do { // until a successor was started while it was needed, however busy the machine is
      Scripts.call(runner);
      Await.until(() -> isNothingLeft(runner));
    } while (runner.counts().starts() == runner.counts().misses());
    Await.until(() -> isNothingLeft(runner));
    assertThat(runner.counts().deaths()).isZero();
  }

  private boolean isNothingLeft(ProgramRunner runner) {
    return runner.counts().idle() == 0 && scripts.instances.processes().isEmpty();
  }

  @Test
  void hasCallsWaitWhenThereAreEnough(@TempDir Path folder) {
    var gates = new BlockingCalls(folder);
    ProgramRunner runner = scripts.runner(gates.script(), new PoolSettings(0, 1, LONG, 0));
    CompletableFuture<Outcome> first = Scripts.calling(runner, gates.call("a"));
    Await.until(() -> runner.counts().busy() == 1);
    CompletableFuture<Outcome> second = Scripts.calling(runner, gates.call("b"));
    Await.until(() -> runner.counts().misses() == 2);
    gates.open("b");
    gates.open("a");
    assertThat(Scripts.text(second.join())).contains("# b");
    assertThat(Scripts.text(first.join())).contains("# a");
    assertThat(gates.begun()).containsExactly("a", "b");
    assertThat(runner.counts().waits()).isEqualTo(1);
    assertThat(runner.counts().waited()).isPositive();
  }

  @Test
  void tellsACallThatWaitedInVain(@TempDir Path folder) {
    var gates = new BlockingCalls(folder);
    ProgramRunner runner = scripts.runner(gates.script(), new PoolSettings(0, 1, LONG, 0));
    CompletableFuture<Outcome> first = Scripts.calling(runner, gates.call("a"));
    Await.until(() -> runner.counts().busy() == 1);
    assertThat(runner.run(gates.call("b", Duration.ofMillis(200))).ending())
        .isEqualTo(
            new Ending.Busy(
                "there is no room to run f: all 1 programs that it may have run calls (pool.max in its configuration allows more)"));
    gates.open("a");
    Scripts.text(first.join());
  }

  @Test
  void forgetsACallThatGoesAwayWhileItWaits(@TempDir Path folder) throws Exception {
    var gates = new BlockingCalls(folder);
    ProgramRunner runner = scripts.runner(gates.script(), new PoolSettings(0, 1, LONG, 0));
    CompletableFuture<Outcome> first = Scripts.calling(runner, gates.call("a"));
    Await.until(() -> runner.counts().busy() == 1);
    var second = new CompletableFuture<Outcome>();
    Thread gone = Thread.ofVirtual().start(() -> second.complete(runner.run(gates.call("b"))));
    Await.until(() -> runner.counts().misses() == 2);
    gone.interrupt();
    assertThat(second.join().ending()).isEqualTo(new Ending.Cancelled());
    gates.open("a");
    Scripts.text(first.join());
    gates.open("c");
    assertThat(Scripts.text(runner.run(gates.call("c")))).contains("# c");
    assertThat(gates.begun()).containsExactly("a", "c");
  }

  @Test
  void replacesOneThatWasKilledWhileItWaited() {
    ProgramRunner runner = scripts.runner("cat", ONE_READY);
    runner.prepare();
    Await.until(() -> runner.counts().idle() == 1);
    ProcessHandle.of(scripts.instances.processes().getFirst().pid())
        .orElseThrow()
        .destroyForcibly();
    Await.until(() -> runner.counts().deaths() == 1 && runner.counts().idle() == 1);
    assertThat(Scripts.text(Scripts.call(runner))).isEqualTo(Scripts.LIST);
    assertThat(runner.counts().hits()).isEqualTo(1);
  }

  @Test
  void servesAProgramThatDoesNotWaitForACall() {
    ProgramRunner runner = scripts.runner("echo 'kind: ResourceList'", ONE_READY);
    runner.prepare();
    Await.until(() -> runner.counts().deaths() > 0);
    for (int i = 0; i < 10; i++) {
      assertThat(Scripts.text(Scripts.call(runner))).isEqualTo("kind: ResourceList\n");
    }
  }

  @Test
  void doesNotTryAgainAndAgainWhatCannotBeStarted() {
    var asked = new AtomicInteger();
    ProgramRunner runner =
        scripts.runner(
            () -> {
              asked.incrementAndGet();
              return Scripts.launch(List.of("/no/such/program"));
            },
            Scripts.SETTINGS);
    for (int i = 0; i < 100; i++) {
      assertThat(Scripts.call(runner).ending())
          .isEqualTo(
              new Ending.Failed(
                  Reason.START,
                  127,
                  "f could not be started: /no/such/program: there is no such file"));
    }
    assertThat(asked.get()).isLessThan(50);
    Await.until(() -> runner.counts().failedStarts() == asked.get()); // one may be under way
    assertThat(runner.counts().starts()).isZero();
  }

  @Test
  void startsWhatCouldNotBeStartedOnceItCan(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("fn");
    ProgramRunner runner =
        scripts.runner(() -> Scripts.launch(List.of(program.toString())), Scripts.SETTINGS);
    assertThat(Scripts.call(runner).exitCode()).isEqualTo(127);
    Files.writeString(program, "#!/bin/sh\ncat\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Await.until(() -> Scripts.call(runner).ending() instanceof Ending.Done);
  }

  @Test
  void saysWhatALauncherSaid() {
    ProgramRunner runner =
        scripts.runner(
            () -> {
              throw new IllegalStateException("out of names");
            },
            Scripts.SETTINGS);
    assertThat(Scripts.call(runner).ending())
        .isEqualTo(
            new Ending.Failed(
                Reason.START,
                126,
                "f could not be started: java.lang.IllegalStateException: out of names"));
  }

  @Test
  void endsThoseThatWaitWhenItIsClosed() {
    ProgramRunner runner = scripts.runner("cat", ONE_READY);
    runner.prepare();
    Await.until(() -> runner.counts().idle() == 1);
    runner.close();
    Await.until(() -> scripts.instances.processes().isEmpty());
    assertThat(runner.counts().deaths()).isZero();
  }

  @Test
  void tellsACallThatCameTooLate() {
    ProgramRunner runner = scripts.runner("cat");
    runner.close();
    assertThat(Scripts.call(runner).ending())
        .isEqualTo(
            new Ending.Failed(Reason.START, 126, "f could not be started: it is not run any more"));
  }
}
