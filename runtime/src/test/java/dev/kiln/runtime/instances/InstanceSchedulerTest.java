package dev.kiln.runtime.instances;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Outcome;
import dev.kiln.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several functions that share what instances may cost. */
@Timeout(120)
class InstanceSchedulerTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(200);

  private final Scripts scripts = new Scripts(2, 100);
  @TempDir private Path folder;
  private BlockingCalls gates;

  @BeforeEach
  void makeGates() {
    gates = new BlockingCalls(folder);
  }

  @AfterEach
  void end() {
    scripts.close();
  }

  private ProgramRunner runner(long memoryBytes) {
    return scripts.runner(gates.script(), new PoolSettings(0, 4, LONG, memoryBytes));
  }

  private CompletableFuture<Outcome> begun(ProgramRunner runner, String name) {
    CompletableFuture<Outcome> outcome = Scripts.calling(runner, gates.call(name));
    Await.until(() -> gates.begun().contains(name));
    return outcome;
  }

  @Test
  void aWaitingChildGivesWayToACall() {
    ProgramRunner waiting = scripts.runner("cat", new PoolSettings(2, 4, LONG, 0));
    waiting.prepare();
    Await.until(() -> waiting.counts().idle() == 2);
    ProgramRunner other = runner(0);
    CompletableFuture<Outcome> outcome = begun(other, "a");
    assertThat(waiting.counts().idle()).isEqualTo(1);
    assertThat(waiting.counts().deaths()).isZero();
    gates.open("a");
    Scripts.text(outcome.join());
  }

  @Test
  void aWaitingChildGivesWayToAnotherOfAFunctionThatHasNone() {
    ProgramRunner rich = scripts.runner("cat", new PoolSettings(2, 4, LONG, 0));
    rich.prepare();
    Await.until(() -> rich.counts().idle() == 2);
    ProgramRunner poor = scripts.runner("cat", new PoolSettings(2, 4, LONG, 0));
    poor.prepare();
    Await.until(() -> poor.counts().idle() == 1 && rich.counts().idle() == 1);
    assertThat(scripts.instances.processes()).hasSize(2);
  }

  @Test
  void aCallWaitsForAPlaceAndSaysSoIfThereIsNone() {
    ProgramRunner runner = runner(0);
    CompletableFuture<Outcome> first = begun(runner, "a");
    CompletableFuture<Outcome> second = begun(runner, "b");
    assertThat(runner.run(gates.call("c", SHORT)).ending())
        .isEqualTo(
            new Ending.Busy(
                "there is no room to run f: all 2 programs that may run do (--pool-max-processes or KRM_FUNCTION_POOL_MAX_PROCESSES allows more)"));
    CompletableFuture<Outcome> third = Scripts.calling(runner(0), gates.call("d"));
    gates.open("d");
    gates.open("a");
    Scripts.text(first.join());
    assertThat(Scripts.text(third.join())).contains("# d");
    gates.open("b");
    Scripts.text(second.join());
  }

  @Test
  void aPlaceGoesToTheFunctionThatHasFewest() {
    ProgramRunner many = runner(0);
    ProgramRunner few = runner(0);
    CompletableFuture<Outcome> first = begun(many, "a");
    CompletableFuture<Outcome> second = begun(many, "b");
    CompletableFuture<Outcome> third = Scripts.calling(many, gates.call("c"));
    Await.until(() -> many.counts().hits() + many.counts().misses() == 3); // b may have been a hit
    CompletableFuture<Outcome> late = Scripts.calling(few, gates.call("d"));
    Await.until(() -> few.counts().misses() == 1);
    gates.open("a");
    Await.until(() -> gates.begun().size() == 3);
    assertThat(gates.begun()).last().isEqualTo("d");
    gates.open("b");
    gates.open("c");
    gates.open("d");
    CompletableFuture.allOf(first, second, third, late).join();
  }

  @Test
  void memoryIsSharedAsWell() {
    CompletableFuture<Outcome> first = begun(runner(60), "a");
    assertThat(runner(60).run(gates.call("b", SHORT)).ending())
        .isEqualTo(
            new Ending.Busy(
                "there is no room to run f: the 100 bytes of memory that programs may have are spent (--pool-memory or KRM_FUNCTION_POOL_MEMORY allows more)"));
    begun(runner(40), "c");
    gates.open("a");
    gates.open("c");
    Scripts.text(first.join());
  }

  @Test
  void whatHasToWaitForMemoryDoesNotHoldUpWhatNeedsNone() {
    CompletableFuture<Outcome> first = begun(runner(60), "a");
    ProgramRunner large = runner(60);
    CompletableFuture<Outcome> second = Scripts.calling(large, gates.call("b"));
    Await.until(() -> large.counts().misses() == 1);
    gates.open("c");
    assertThat(Scripts.text(runner(0).run(gates.call("c")))).contains("# c");
    gates.open("a");
    gates.open("b");
    Scripts.text(first.join());
    Scripts.text(second.join());
  }

  @Test
  void whatHasToWaitForAKeptChildHoldsUpNobody() throws Exception {
    scripts.instances.start(Scripts.launch("cat"), 50);
    ProgramRunner large = runner(60);
    CompletableFuture<Outcome> waiting =
        Scripts.calling(large, gates.call("a", Duration.ofSeconds(2)));
    Await.until(() -> large.counts().misses() == 1);
    gates.open("b");
    assertThat(Scripts.text(runner(40).run(gates.call("b")))).contains("# b");
    assertThat(waiting.join().ending()).isInstanceOf(Ending.Busy.class);
  }

  @Test
  void whatNeedsMoreThanThereIsIsToldAtOnce() {
    assertThat(runner(101).run(gates.call("a")).ending()).isInstanceOf(Ending.Busy.class);
  }
}
