package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Call;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.ResourceList;
import dev.kiln.testkit.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What functions leave in a host's threads goes with them. */
@Timeout(120)
class ThreadRenewalTest {
  private static final ThreadLocal<Object> LEFT = new ThreadLocal<>();
  private static final InheritableThreadLocal<Object> HANDED_DOWN = new InheritableThreadLocal<>();
  private static final KrmFunction NEXT = (in, _) -> in;

  /** Leaves itself behind, as a class of a jar may leave its loader. */
  private record Leaving(Consumer<Object> how) implements KrmFunction {
    @Override
    public ResourceList apply(ResourceList in, Call call) {
      how.accept(this);
      return in;
    }
  }

  private static Evaluator host() {
    var limits = new Limits(1 << 20, 1 << 20, 2, 4, 10, 1, Duration.ofMinutes(5));
    return new Evaluator(new FunctionRegistry(List.of()), limits);
  }

  private static void call(Evaluator host) {
    Outcome outcome = host.evaluate(TestEvaluators.invocation("kind: ResourceList\nitems: []\n"));
    assertThat(outcome.ending()).isEqualTo(new Ending.Done());
  }

  /** In a method of its own, whose variables hold nothing when it is done. */
  private static WeakReference<KrmFunction> called(Evaluator host, Consumer<Object> how) {
    var function = new Leaving(how);
    host.registry().replace(List.of(TestEvaluators.hosted("old", function)));
    for (int i = 0; i < 4; i++) {
      call(host);
    }
    return new WeakReference<>(function);
  }

  private static void awaitCollected(WeakReference<KrmFunction> function) {
    Await.until(
        () -> {
          System.gc();
          return function.get() == null;
        });
  }

  @Test
  void keepsAFunctionThatIsHere() {
    try (var host = host()) {
      WeakReference<KrmFunction> function = called(host, LEFT::set);
      System.gc();
      assertThat(function.get()).isNotNull();
    }
  }

  @Test
  void forgetsAFunctionThatWasReplacedThoughNoCallComes() {
    try (var host = host()) {
      WeakReference<KrmFunction> function = called(host, LEFT::set);
      host.registry().replace(List.of(TestEvaluators.hosted("next", NEXT)));
      awaitCollected(function);
    }
  }

  @Test
  void forgetsAFunctionBehindTheNextCallOfAThreadThatIsNeverIdle() {
    try (var host = host()) {
      WeakReference<KrmFunction> function = called(host, LEFT::set);
      host.registry().replace(List.of(TestEvaluators.hosted("next", NEXT)));
      Await.until(
          () -> {
            call(host);
            System.gc();
            return function.get() == null;
          });
    }
  }

  @Test
  void forgetsWhatAThreadWouldHandDown() {
    try (var host = host()) {
      WeakReference<KrmFunction> function = called(host, HANDED_DOWN::set);
      host.registry().replace(List.of(TestEvaluators.hosted("next", NEXT)));
      call(host);
      call(host);
      awaitCollected(function);
    }
  }

  @Test
  void forgetsAFunctionThatACallWasInWhenItWasReplaced() throws Exception {
    var entered = new CountDownLatch(1);
    var opened = new CountDownLatch(1);
    try (var host = host()) {
      WeakReference<KrmFunction> function =
          replacedInACall(
              host,
              self -> {
                LEFT.set(self);
                entered.countDown();
                await(opened);
              },
              entered);
      opened.countDown();
      awaitCollected(function);
    }
  }

  private static WeakReference<KrmFunction> replacedInACall(
      Evaluator host, Consumer<Object> how, CountDownLatch entered) {
    var function = new Leaving(how);
    host.registry().replace(List.of(TestEvaluators.hosted("old", function)));
    var _ = host.submit(TestEvaluators.invocation("kind: ResourceList\nitems: []\n"));
    await(entered);
    host.registry().replace(List.of(TestEvaluators.hosted("next", NEXT)));
    return new WeakReference<>(function);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
