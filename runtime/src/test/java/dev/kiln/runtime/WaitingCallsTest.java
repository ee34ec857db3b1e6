package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for something outside of this process, beside those that need a core. */
@Timeout(120)
class WaitingCallsTest {
  private static final String LIST =
      """
      kind: ResourceList
      functionConfig: {apiVersion: v1, kind: Waits}
      items: []
      """;

  /** Gives back what it got once it may; one that is interrupted gives back nothing. */
  private static final class Gate implements Runner {
    final CountDownLatch open = new CountDownLatch(1);
    final LinkedBlockingQueue<Thread> inside = new LinkedBlockingQueue<>();

    @Override
    public boolean waits() {
      return true;
    }

    @Override
    public Outcome run(Invocation in) {
      inside.add(Thread.currentThread());
      try {
        open.await();
        return Outcome.of(new Ending.Done(), in.bytes());
      } catch (InterruptedException e) {
        return Outcome.of(new Ending.Cancelled());
      }
    }
  }

  private final Gate gate = new Gate();
  private final Evaluator evaluator = host(1 << 20);

  private Evaluator host(int maxMessageBytes) {
    return new Evaluator(
        new FunctionRegistry(
            List.of(
                RegisteredFunction.of(
                    "waits", List.of("i"), (_, kind) -> kind.equals("Waits"), gate),
                TestEvaluators.hosted("works", (in, _) -> in))),
        new Limits(maxMessageBytes, 1 << 20, 1, 2, 10, 0, Duration.ofMinutes(5)));
  }

  @AfterEach
  void nothingIsLeft() {
    gate.open.countDown();
    Await.until(() -> evaluator.load().equals(new LoadSnapshot(0, 0, 0, 0, 0)));
    evaluator.close();
  }

  private CompletableFuture<Outcome> call() {
    return evaluator.submit(TestEvaluators.invocation(LIST));
  }

  private Outcome work() {
    var list = TestEvaluators.invocation("kind: ResourceList\nitems: []\n");
    return evaluator.evaluate(list.function("works"));
  }

  @Test
  void leavesTheCoresToOthersWhereTheFunctionIsNamed() throws Exception {
    var call = evaluator.submit(TestEvaluators.invocation(LIST).function("waits"));
    assertThat(gate.inside.take().isVirtual()).isTrue();
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(0, 1, 0, 0, 0));
    assertThat(work().ending()).isInstanceOf(Ending.Done.class);
    gate.open.countDown();
    assertThat(call.get().bytes().orElseThrow()).isEqualTo(LIST.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void leavesTheCoresToOthersWhereTheListChooses() throws Exception {
    var calls = List.of(call(), call());
    gate.inside.take();
    gate.inside.take();
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(0, 2, 0, 0, 0));
    assertThat(work().ending()).isInstanceOf(Ending.Done.class);
    gate.open.countDown();
    for (var call : calls) {
      assertThat(call.get().function()).isEqualTo("waits");
    }
  }

  @Test
  void leavesTheMemoryToOthersWhereTheListChooses() throws Exception {
    String item = "- {apiVersion: v1, kind: A, metadata: {name: a}}\n";
    long heap = Runtime.getRuntime().maxMemory();
    String large = LIST.replace("[]", "\n") + item.repeat((int) (heap / 100 / item.length()));
    try (var host = host(1 << 30)) {
      var calls =
          List.of(
              host.submit(TestEvaluators.invocation(large)),
              host.submit(TestEvaluators.invocation(large)));
      gate.inside.take();
      gate.inside.take();
      gate.open.countDown();
      for (var call : calls) {
        assertThat(call.get().ending()).isInstanceOf(Ending.Done.class);
      }
    }
  }

  @Test
  void runsNoMoreThanMayWait() throws Exception {
    var calls = List.of("i", "i:1", "i:2").stream().map(this::ofImage).toList();
    gate.inside.take();
    gate.inside.take();
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(0, 2, 1, 0, 0));
    gate.open.countDown();
    for (var call : calls) {
      assertThat(call.get().ending()).isInstanceOf(Ending.Done.class);
    }
  }

  private CompletableFuture<Outcome> ofImage(String image) {
    return evaluator.submit(TestEvaluators.invocation(LIST).image(image));
  }

  @Test
  void doesNotTakeAWaitForAStuckFunction() throws Exception {
    var named =
        TestEvaluators.invocation(LIST)
            .function("waits")
            .withDeadline(Instant.now().plusMillis(50));
    assertThat(evaluator.submit(named).get().ending()).isInstanceOf(Ending.TimedOut.class);
    var chosen = TestEvaluators.invocation(LIST).withDeadline(Instant.now().plusMillis(50));
    assertThat(evaluator.submit(chosen).get().ending()).isInstanceOf(Ending.TimedOut.class);
  }

  @Test
  void waitsInAStepOfAPipelineAsWell() throws Exception {
    var steps = List.of(step("waits"), step("works"));
    var call = evaluator.submit(new Pipeline(TestEvaluators.invocation(LIST), steps));
    gate.inside.take();
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(0, 1, 0, 0, 0));
    gate.open.countDown();
    assertThat(call.get().failedStep()).isZero();
  }

  private static PipelineStep step(String function) {
    return new PipelineStep(function, function, null, new byte[0], false, false);
  }

  @Test
  void namesNoFunctionWhereNoneRan() {
    var busy = new Ending.Busy("no place");
    var runners =
        new FunctionRegistry(
            List.of(RegisteredFunction.of("a", List.of(), (_, _) -> false, _ -> Outcome.of(busy))));
    try (var host = new Evaluator(runners, Limits.defaults())) {
      Outcome outcome = host.evaluate(TestEvaluators.invocation(LIST));
      assertThat(outcome.ending()).isEqualTo(busy);
      assertThat(outcome.function()).isEmpty();
    }
  }
}
