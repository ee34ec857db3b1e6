package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import dev.kiln.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions that are replaced while calls run. */
@Timeout(120)
class FunctionReplacementTest {
  private static final String LIST = "kind: ResourceList\nitems: []\n";

  private static Evaluator host(RegisteredFunction... functions) {
    var limits = new Limits(1 << 20, 1 << 20, 3, 4, 10, 1, Duration.ofMinutes(5));
    return new Evaluator(new FunctionRegistry(List.of(functions)), limits);
  }

  private static CompletableFuture<Outcome> call(Evaluator evaluator) {
    return evaluator.submit(TestEvaluators.invocation(LIST).function("test"));
  }

  @Test
  void endsCallsInFlightOnWhatTheyBeganWith() throws Exception {
    var gate = new IgnoresInterrupts();
    CountingFunction old = CountingFunction.of(gate);
    CountingFunction next = CountingFunction.saying("next");
    try (var evaluator = host(TestEvaluators.hosted("test", old))) {
      CompletableFuture<Outcome> first = call(evaluator);
      CompletableFuture<Outcome> second = call(evaluator);
      gate.awaitCall();
      gate.awaitCall();
      evaluator.registry().replace(List.of(TestEvaluators.hosted("test", next)));
      assertThat(call(evaluator).get().results().getFirst().message()).isEqualTo("next");
      assertThat(old.closes()).as("calls are in it").hasValue(0);
      gate.close();
      assertThat(first.get().results()).isEmpty();
      assertThat(second.get().results()).isEmpty();
      Await.until(() -> old.closes().get() == 1);
    }
    assertThat(old.closes()).hasValue(1);
    assertThat(next.closes()).hasValue(1);
  }

  @Test
  void closesAtOnceWhatNoCallIsIn() {
    CountingFunction old = CountingFunction.saying("old");
    try (var evaluator = host(TestEvaluators.hosted("test", old))) {
      call(evaluator).join();
      Await.until(() -> evaluator.load().running() == 0);
      evaluator.registry().replace(List.of());
      assertThat(old.closes()).hasValue(1);
      assertThat(call(evaluator).join().ending()).isInstanceOf(Ending.NotFound.class);
    }
    assertThat(old.closes()).hasValue(1);
  }

  @Test
  void keepsOpenWhatIsHeldAgain() {
    CountingFunction kept = CountingFunction.saying("kept");
    RegisteredFunction hosted = TestEvaluators.hosted("test", kept);
    try (var evaluator = host(hosted)) {
      call(evaluator).join();
      evaluator.registry().replace(List.of(TestEvaluators.hosted("more", (in, _) -> in), hosted));
      assertThat(kept.closes()).hasValue(0);
      assertThat(call(evaluator).join().results()).hasSize(1);
    }
    assertThat(kept.closes()).hasValue(1);
  }

  @Test
  void keepsOpenWhatAPipelineIsAboutToCall() throws Exception {
    var gate = new IgnoresInterrupts();
    CountingFunction last = CountingFunction.saying("last");
    try (var evaluator =
        host(TestEvaluators.hosted("gate", gate), TestEvaluators.hosted("test", last))) {
      var steps = List.of(step("gate"), step("test"));
      var running = evaluator.submit(new Pipeline(TestEvaluators.invocation(LIST), steps));
      gate.awaitCall();
      evaluator.registry().replace(List.of());
      gate.close();
      assertThat(running.get().steps()).hasSize(2);
      Await.until(() -> last.closes().get() == 1);
    }
  }

  private static PipelineStep step(String function) {
    return new PipelineStep(function, function, null, new byte[0], false, false);
  }

  @Test
  void tellsOfAFunctionThatCannotBeClosed() {
    KrmFunction broken =
        new KrmFunction() {
          @Override
          public ResourceList apply(ResourceList in, Call call) {
            return in;
          }

          @Override
          public void close() {
            throw new IllegalStateException("stuck lid");
          }
        };
    Thread self = Thread.currentThread();
    var before = self.getUncaughtExceptionHandler();
    var told = new AtomicReference<Throwable>();
    self.setUncaughtExceptionHandler((_, e) -> told.set(e));
    try (var evaluator = host(TestEvaluators.hosted("test", broken))) {
      call(evaluator).join();
      Await.until(() -> evaluator.load().running() == 0);
      evaluator.registry().replace(List.of());
    } finally {
      self.setUncaughtExceptionHandler(before);
    }
    assertThat(told.get()).hasMessage("function test could not be closed");
  }
}
