package dev.kiln.runtime.remote;

import dev.kiln.runtime.instances.Instance;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One running server. It is ended after it was retired and its last call is over. */
final class ServerInstance {
  private final Instance instance;
  private final RemoteClient client;
  private final ServerOutput output;
  private final long startedAt = System.nanoTime();
  private int runningCalls; // guarded by this
  private long totalCalls; // guarded by this
  private boolean retired; // guarded by this

  ServerInstance(Instance instance, RemoteClient remote, ServerOutput words) {
    this.instance = instance;
    this.client = remote;
    this.output = words;
  }

  /** Reserves it for a call; false if it accepts no more calls. */
  synchronized boolean acquire() {
    if (retired || hasEnded()) {
      return false;
    }
    runningCalls++;
    totalCalls++;
    return true;
  }

  /** Records the end of a call. */
  void release() {
    boolean last;
    synchronized (this) {
      runningCalls--;
      last = retired && runningCalls == 0;
    }
    if (last) {
      end();
    }
  }

  /** Makes it accept no more calls, and end after the last one. False if it was already retired. */
  boolean retire() {
    boolean last;
    synchronized (this) {
      if (retired) {
        return false;
      }
      retired = true;
      last = runningCalls == 0;
    }
    if (last) {
      end();
    }
    return true;
  }

  private void end() {
    client.close();
    instance.end();
  }

  Attempt call(RemoteRequest ask) throws InterruptedException {
    return client.call(ask);
  }

  /** Why it cannot be called now, empty if it can. */
  String findProblem(Duration limit) throws InterruptedException {
    return client.findProblem(limit).orElse("");
  }

  boolean hasEnded() {
    return instance.whenEnded().isDone();
  }

  synchronized boolean isBusy() {
    return runningCalls > 0;
  }

  synchronized boolean isDueForReplacement(ServerSettings settings) {
    return (settings.maxCalls() > 0 && totalCalls >= settings.maxCalls())
        || (settings.maxAge().isPositive() && age().compareTo(settings.maxAge()) >= 0);
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  /** Runs the reaction when it has ended. */
  void onEnd(Runnable reaction) {
    var _ = instance.whenEnded().whenComplete((_, _) -> reaction.run());
  }

  /** The exit code, if it ends within this time. */
  OptionalInt awaitEnd(long nanos) throws InterruptedException {
    try {
      int code = instance.whenEnded().get(nanos, TimeUnit.NANOSECONDS);
      output.awaitRest();
      return OptionalInt.of(code);
    } catch (TimeoutException | ExecutionException _) {
      return OptionalInt.empty();
    }
  }

  ServerOutput output() {
    return output;
  }
}
