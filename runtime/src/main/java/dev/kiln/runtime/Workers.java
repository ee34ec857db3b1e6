package dev.kiln.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs each call on a thread of its own, so that its deadline ends the wait even where the function
 * ignores the interrupt. Such a thread is left behind; it does not keep the process alive.
 */
final class Workers {
  private static final Outcome CANCELLED = Outcome.of(new Ending.Cancelled());

  /** What the runner gave, or how the wait for it ended. */
  Outcome run(Hosted hosted, Invocation in, Instant deadline) {
    var task = new FutureTask<>(() -> hosted.runner().run(in));
    in.cancellation().onCancel(() -> task.cancel(true));
    Thread.ofPlatform().daemon().name("function " + hosted.name()).start(task);
    try {
      long left = Duration.between(Instant.now(), deadline).toNanos();
      return task.get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      in.cancellation().cancel();
      return timedOut(hosted, in);
    } catch (CancellationException e) {
      return CANCELLED;
    } catch (InterruptedException e) {
      in.cancellation().cancel();
      Thread.currentThread().interrupt();
      return CANCELLED;
    } catch (ExecutionException e) {
      return Outcome.of(new Ending.Fault(Objects.requireNonNullElse(e.getCause(), e)));
    }
  }

  private static Outcome timedOut(Hosted hosted, Invocation in) {
    String message =
        hosted.name()
            + " was not done at its deadline (--timeout or KRM_FUNCTION_TIMEOUT sets the longest)";
    return Outcome.told(new Ending.TimedOut(message), in.list());
  }
}
