package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.testkit.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Places, the line before them, and calls that are over before they are done. */
class CallExecutorTest {
  private static final Limits ONE_PLACE =
      new Limits(1 << 20, 1 << 20, 1, 4, 2, 1, Duration.ofMinutes(5));

  @Test
  void answersThatACallIsOverThoughItEndsAtOnceWhenInterrupted() throws Exception {
    var running = new CountDownLatch(1);
    var worker = new AtomicReference<@Nullable Thread>();
    Invocation in = TestEvaluators.invocation("").withDeadline(Instant.now().plusSeconds(300));
    try (var workers =
        new CallExecutor(
            WorkerLimits.forCpuBoundCalls(ONE_PLACE),
            ONE_PLACE.workMemory(),
            StuckCallListener.IGNORE,
            CallExecutor.timer())) {
      CompletableFuture<String> answer =
          workers.submit(
              new CallExecutor.Work<>(
                  in,
                  0,
                  _ -> {
                    running.countDown();
                    untilInterrupted();
                    worker.set(Thread.currentThread());
                    return "done";
                  },
                  _ -> {
                    Await.until(() -> isIdle(worker.get())); // whatever it did, it did
                    return "over";
                  }));
      assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
      in.cancellation().cancel();
      assertThat(answer.get(1, TimeUnit.MINUTES)).isEqualTo("over");
    }
  }

  @Test
  void holdsNothingOfACallThatWasOverBeforeItCame() throws Exception {
    var running = new CountDownLatch(1);
    try (var workers =
        new CallExecutor(
            WorkerLimits.forCpuBoundCalls(ONE_PLACE),
            ONE_PLACE.workMemory(),
            StuckCallListener.IGNORE,
            CallExecutor.timer())) {
      var _ =
          workers.submit(
              new CallExecutor.Work<>(
                  TestEvaluators.invocation("").withDeadline(Instant.now().plusSeconds(300)),
                  0,
                  _ -> {
                    running.countDown();
                    untilInterrupted();
                    return "done";
                  },
                  _ -> "over"));
      assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
      WeakReference<Invocation> call = over(workers);
      Await.until(
          () -> {
            System.gc();
            return call.get() == null;
          });
    }
  }

  private static WeakReference<Invocation> over(CallExecutor workers) {
    Invocation in = TestEvaluators.invocation("").withDeadline(Instant.now().plusSeconds(300));
    in.cancellation().cancel();
    var answer = workers.submit(new CallExecutor.Work<>(in, 0, _ -> "done", _ -> "over"));
    assertThat(answer).isCompletedWithValue("over");
    return new WeakReference<>(in);
  }

  private static boolean isIdle(@Nullable Thread worker) {
    return worker != null && worker.getState() == Thread.State.WAITING;
  }

  private static void untilInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      // and done
    }
  }
}
