package dev.kiln.bench.load.callers;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Lets every caller send its next request when the previous one is answered, until the time is
 * over. Belongs to the thread of the event loop.
 */
final class ClosedLoop {
  private final List<Caller> callers;
  private final Duration time;
  private final CompletableFuture<Round> done;
  private final Latencies latencies = new Latencies();
  private long startNanos;
  private int running;
  private int wrong;
  private String firstWrong = "";

  ClosedLoop(List<Caller> callers, Duration time, CompletableFuture<Round> done) {
    this.callers = callers;
    this.time = time;
    this.done = done;
  }

  void start() {
    startNanos = System.nanoTime();
    running = callers.size();
    callers.forEach(caller -> new Turn(caller).next());
  }

  private void count(long nanos, String mismatch) {
    latencies.add(nanos);
    if (!mismatch.isEmpty() && wrong++ == 0) {
      firstWrong = mismatch;
    }
  }

  /** One caller's calls, one after the other. */
  private final class Turn implements Listener {
    private final Caller caller;
    private long sent;

    Turn(Caller caller) {
      this.caller = caller;
    }

    void next() {
      sent = System.nanoTime();
      caller.send(this);
    }

    @Override
    public void answered(String wrongWith) {
      long now = System.nanoTime();
      count(now - sent, wrongWith);
      if (now - startNanos < time.toNanos()) {
        next();
      } else if (--running == 0) {
        done.complete(new Round(latencies, now - startNanos, wrong, firstWrong));
      }
    }

    @Override
    public void failed(Throwable cause) {
      done.completeExceptionally(cause);
    }
  }
}
