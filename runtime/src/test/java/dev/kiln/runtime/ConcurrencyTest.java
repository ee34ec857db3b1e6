package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.KrmFunction;
import dev.kiln.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that compete for one place. */
@Timeout(120)
class ConcurrencyTest {
  private static final String LIST = "kind: ResourceList\nitems: []\n";

  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final AtomicInteger runs = new AtomicInteger();
  private final IgnoresInterrupts uninterruptible = new IgnoresInterrupts();
  private ManualTimer timer = new ManualTimer();
  private Evaluator evaluator = host(2, 1);

  private Evaluator host(int maxQueued, int maxAbandoned, RegisteredFunction... more) {
    List<RegisteredFunction> functions = new ArrayList<>(List.of(more));
    functions.add(TestEvaluators.hosted("deaf", uninterruptible));
    functions.add(TestEvaluators.hosted("count", (in, _) -> in.withItems(counted(in.items()))));
    var limits = new Limits(1 << 20, 1 << 20, 1, 4, maxQueued, maxAbandoned, LONG);
    timer = new ManualTimer();
    return new Evaluator(new FunctionRegistry(functions), limits, listening(), timer);
  }

  private <T> T counted(T items) {
    runs.incrementAndGet();
    return items;
  }

  private StuckCallListener listening() {
    return new StuckCallListener() {
      @Override
      public void callStuck(String function, int all) {
        events.add(function + " goes on, " + all);
      }

      @Override
      public void limitExceeded(int all) {
        events.add("too many, " + all);
      }
    };
  }

  private static Invocation to(String function) {
    return TestEvaluators.invocation(LIST).function(function);
  }

  private static Invocation atOnce(String function) {
    return to(function).withDeadline(Instant.now().plus(SHORT));
  }

  private static void untilInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      // as asked
    }
  }

  @AfterEach
  void nothingIsLeft() {
    uninterruptible.close();
    Await.until(() -> evaluator.load().equals(new LoadSnapshot(0, 0, 0, 0, 0)));
    evaluator.close();
  }

  @Test
  void refusesAtOnceWhatTheLineHasNoRoomFor() throws Exception {
    CompletableFuture<Outcome> first = evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    CompletableFuture<Outcome> second = evaluator.submit(to("count"));
    CompletableFuture<Outcome> third = evaluator.submit(to("count"));
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(1, 0, 2, 0, 0));
    Outcome fourth = evaluator.submit(to("count")).getNow(Outcome.of(new Ending.Done()));
    assertThat(fourth.ending()).isInstanceOf(Ending.Busy.class);
    assertThat(fourth.ending().message())
        .isEqualTo(
            "2 calls are waiting already (--max-queued or KRM_FUNCTION_MAX_QUEUED allows more)");
    assertThat(fourth.function()).isEmpty();
    uninterruptible.close();
    for (CompletableFuture<Outcome> served : List.of(first, second, third)) {
      assertThat(served.get().exitCode()).isZero();
    }
    assertThat(runs).hasValue(2);
  }

  @Test
  void hasNoLineWhereNobodyMayWait() throws Exception {
    evaluator.close();
    evaluator = host(0, 1);
    for (int i = 0; i < 20; i++) {
      assertThat(evaluator.submit(to("count")).get().exitCode()).isZero();
      Await.until(() -> evaluator.load().running() == 0);
    }
    CompletableFuture<Outcome> first = evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    assertThat(evaluator.submit(to("count")).get().ending())
        .isEqualTo(
            new Ending.Busy(
                "no place is free (--max-queued or KRM_FUNCTION_MAX_QUEUED allows more)"));
    uninterruptible.close();
    assertThat(first.get().exitCode()).isZero();
  }

  @Test
  void refusesAtOnceWhatItCannotServeByItsDeadline() throws Exception {
    evaluator.close();
    KrmFunction slow =
        (in, _) -> {
          long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
          Await.until(() -> System.nanoTime() > end);
          return in;
        };
    evaluator = host(10, 1, TestEvaluators.hosted("slow", slow));
    for (int i = 0; i < 3; i++) {
      evaluator.evaluate(to("slow"));
    }
    CompletableFuture<Outcome> first = evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    CompletableFuture<Outcome> second = evaluator.submit(to("count"));
    Invocation urgent = to("count").withDeadline(Instant.now().plusMillis(100));
    Outcome outcome = evaluator.submit(urgent).getNow(Outcome.of(new Ending.Done()));
    assertThat(outcome.ending()).isInstanceOf(Ending.Busy.class);
    assertThat(outcome.ending().message())
        .startsWith("1 call is waiting already, about ")
        .endsWith("(--max-concurrent or KRM_FUNCTION_MAX_CONCURRENT runs more at once)");
    CompletableFuture<Outcome> patient = evaluator.submit(to("count"));
    uninterruptible.close();
    for (CompletableFuture<Outcome> served : List.of(first, second, patient)) {
      assertThat(served.get().exitCode()).isZero();
    }
  }

  @Test
  void givesThePlaceOfACallThatIsOverToAnother() throws Exception {
    CompletableFuture<Outcome> over = evaluator.submit(atOnce("deaf"));
    uninterruptible.awaitCall();
    timer.advance(SHORT);
    assertThat(over.get().ending()).isInstanceOf(Ending.TimedOut.class);
    assertThat(over.get().function()).isEqualTo("deaf");
    assertThat(evaluator.submit(to("count")).get().exitCode()).isZero();
    Await.until(() -> evaluator.load().running() == 0);
    timer.advance(LONG.plus(SHORT));
    assertThat(events).containsExactly("deaf goes on, 1");
    assertThat(evaluator.load().abandoned()).isEqualTo(1);
  }

  @Test
  void doesNotCountTheDeadlinesOfCallersAgainstTheHost() throws Exception {
    evaluator.close();
    evaluator = host(2, 10);
    for (int i = 0; i < 10; i++) {
      var over = evaluator.submit(atOnce("deaf"));
      uninterruptible.awaitCall();
      timer.advance(SHORT);
      assertThat(over.get().ending()).isInstanceOf(Ending.TimedOut.class);
    }
    timer.advance(SHORT);
    assertThat(events).isEmpty();
    assertThat(evaluator.load().abandoned()).isZero();
    assertThat(evaluator.submit(to("count")).get().exitCode()).isZero();
  }

  @Test
  void tellsThatMoreGoOnThanMay() throws Exception {
    for (int i = 0; i < 2; i++) {
      evaluator.submit(atOnce("deaf"));
      uninterruptible.awaitCall();
      timer.advance(SHORT);
    }
    CompletableFuture<Outcome> third = evaluator.submit(to("count"));
    assertThat(events).isEmpty();
    timer.advance(LONG.plus(SHORT));
    assertThat(events).containsExactly("deaf goes on, 1", "deaf goes on, 2", "too many, 2");
    assertThat(third.get().ending()).isInstanceOf(Ending.TimedOut.class);
    assertThat(runs).hasValue(0);
  }

  @Test
  void doesNotTellOfAFunctionThatHeedsTheInterrupt() throws Exception {
    evaluator.close();
    var running = new CountDownLatch(1);
    KrmFunction heeding =
        (in, _) -> {
          running.countDown();
          untilInterrupted();
          return in;
        };
    evaluator = host(2, 1, TestEvaluators.hosted("heeding", heeding));
    Invocation first = to("heeding");
    evaluator.submit(first);
    running.await();
    first.cancellation().cancel();
    evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    timer.advance(LONG.plus(SHORT));
    assertThat(events).containsExactly("deaf goes on, 1");
  }

  @Test
  void doesNotLetAnInterruptReachTheNextCall() throws Exception {
    evaluator.close();
    var running = new CountDownLatch(1);
    KrmFunction spinning =
        (in, call) -> {
          running.countDown();
          Await.until(call::cancelled);
          return in; // with the interrupt that it did not look at
        };
    KrmFunction asking =
        (in, call) -> {
          if (Thread.interrupted()) {
            call.error("interrupted");
          }
          return in;
        };
    evaluator =
        host(
            2,
            0,
            TestEvaluators.hosted("spinning", spinning),
            TestEvaluators.hosted("asking", asking));
    Invocation in = to("spinning");
    evaluator.submit(in);
    running.await();
    in.cancellation().cancel();
    assertThat(evaluator.submit(to("asking")).get().ending()).isEqualTo(new Ending.Done());
  }

  @Test
  void takesACallThatIsCancelledOutOfTheLine() throws Exception {
    evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    Invocation in = to("count");
    CompletableFuture<Outcome> waiting = evaluator.submit(in);
    in.cancellation().cancel();
    assertThat(waiting.get().ending()).isEqualTo(new Ending.Cancelled());
    assertThat(waiting.get().function()).isEmpty();
    assertThat(evaluator.load()).isEqualTo(new LoadSnapshot(1, 0, 0, 0, 0));
    uninterruptible.close();
    evaluator.submit(to("deaf")).get();
    assertThat(runs).hasValue(0);
  }

  @Test
  void keepsNoCallInLineThatWasOverBefore() throws Exception {
    evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    Invocation in = to("count");
    in.cancellation().cancel();
    assertThat(evaluator.submit(in).get().ending()).isEqualTo(new Ending.Cancelled());
    assertThat(evaluator.load().queued()).isZero();
  }

  @Test
  void runsNothingForACallThatWasCancelledBefore() throws Exception {
    Invocation in = to("count");
    in.cancellation().cancel();
    assertThat(evaluator.submit(in).get().ending()).isEqualTo(new Ending.Cancelled());
    assertThat(runs).hasValue(0);
  }

  @Test
  void answersTheDeadlineOfACallInLine() throws Exception {
    evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    for (Instant deadline : List.of(Instant.now().plus(SHORT), Instant.now().minusSeconds(9))) {
      CompletableFuture<Outcome> waiting = evaluator.submit(to("count").withDeadline(deadline));
      timer.advance(SHORT);
      Outcome outcome = waiting.get();
      assertThat(outcome.ending())
          .isEqualTo(
              new Ending.TimedOut(
                  "no place was free at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the"
                      + " longest)"));
      assertThat(outcome.function()).isEmpty();
      Await.until(() -> evaluator.load().queued() == 0);
    }
    assertThat(runs).hasValue(0);
  }

  @Test
  void doesNotBlameThePlacesForAListThatIsLongToRead() throws Exception {
    var reading = new CountDownLatch(1);
    Invocation in =
        Invocation.packed(
            new byte[0],
            0,
            packed -> {
              reading.countDown();
              untilInterrupted();
              return packed;
            });
    CompletableFuture<Outcome> outcome = evaluator.submit(in.function("count"));
    reading.await();
    timer.advance(LONG);
    assertThat(outcome.get().ending().message())
        .startsWith("the list was not read at its deadline (--timeout or");
  }

  @Test
  void finishesWhatItTookAndTakesNoMoreWhileDraining() throws Exception {
    CompletableFuture<Outcome> running = evaluator.submit(to("deaf"));
    uninterruptible.awaitCall();
    CompletableFuture<Outcome> queued = evaluator.submit(to("count"));
    evaluator.drain();
    assertThat(evaluator.submit(to("count")).get().ending()).isInstanceOf(Ending.Busy.class);
    assertThat(evaluator.refusalWhileDraining()).isPresent();
    uninterruptible.close();
    assertThat(running.get().exitCode()).isZero();
    assertThat(queued.get().exitCode()).isZero();
  }

  @Test
  void answersEachOfAThousandAtOnce() throws Exception {
    evaluator.close();
    evaluator = host(1000, 1);
    List<CompletableFuture<Outcome>> calls = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      calls.add(evaluator.submit(to("count")));
    }
    for (CompletableFuture<Outcome> call : calls) {
      assertThat(call.get().exitCode()).isZero();
    }
    assertThat(runs).hasValue(1000);
  }
}
