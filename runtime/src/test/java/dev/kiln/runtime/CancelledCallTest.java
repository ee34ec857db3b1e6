package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that go away, while the function that they called does not care. */
@Timeout(120)
class CancelledCallTest {
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final IgnoresInterrupts uninterruptible = new IgnoresInterrupts();
  private final ManualTimer timer = new ManualTimer();
  private final Evaluator evaluator =
      new Evaluator(
          new FunctionRegistry(
              List.of(
                  TestEvaluators.hosted("deaf", uninterruptible),
                  TestEvaluators.hosted("nothing", (in, _) -> in))),
          new Limits(1 << 20, 1 << 20, 1, 4, 9, 0, Duration.ofMinutes(5)),
          new StuckCallListener() {
            @Override
            public void callStuck(String function, int all) {
              events.add(function);
            }

            @Override
            public void limitExceeded(int all) {
              events.add("too many");
            }
          },
          timer);

  private static Invocation to(String function) {
    return TestEvaluators.invocation("kind: ResourceList\nitems: []\n").function(function);
  }

  @AfterEach
  void releaseCalls() {
    uninterruptible.close();
    evaluator.close();
  }

  @Test
  void itsPlaceIsItsOwnUntilTheFunctionIsDone() throws Exception {
    Invocation in = to("deaf");
    CompletableFuture<Outcome> gone = evaluator.submit(in);
    uninterruptible.awaitCall();
    in.cancellation().cancel();
    assertThat(gone.get().ending()).isEqualTo(new Ending.Cancelled());
    CompletableFuture<Outcome> next = evaluator.submit(to("nothing"));
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(1, 0, 1, 0, 0));
    uninterruptible.close();
    assertThat(next.get(1, TimeUnit.MINUTES).exitCode()).isZero();
    assertThat(events).isEmpty();
  }

  @Test
  void countsOnceTheTimeoutOfTheHostIsPast() throws Exception {
    Invocation in = to("deaf").withDeadline(Instant.now().plusSeconds(5));
    CompletableFuture<Outcome> gone = evaluator.submit(in);
    uninterruptible.awaitCall();
    in.cancellation().cancel();
    assertThat(gone.get().ending()).isEqualTo(new Ending.Cancelled());
    assertThat(evaluator.load().abandoned()).isZero();
    timer.advance(Duration.ofSeconds(10));
    assertThat(events).isEmpty();
    timer.advance(Duration.ofMinutes(6));
    assertThat(events).containsExactly("deaf", "too many");
    uninterruptible.close();
    Await.until(() -> evaluator.load().equals(new LoadSnapshot(0, 0, 0, 0, 0)));
  }
}
