package dev.kiln.runtime.remote;

import dev.kiln.runtime.programs.Instance;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One running server. It is ended after it was retired and its last call is over. */
final class ServerInstance {
  private final Instance instance;
  private final RemoteClient remote;
  private final ServerOutput words;
  private final long born = System.nanoTime();
  private int running; // guarded by this
  private long taken; // guarded by this
  private boolean retired; // guarded by this

  ServerInstance(Instance instance, RemoteClient remote, ServerOutput words) {
    this.instance = instance;
    this.remote = remote;
    this.words = words;
  }

  /** Reserves it for a call; false if it accepts no more calls. */
  synchronized boolean acquire() {
    if (retired || hasEnded()) {
      return false;
    }
    running++;
    taken++;
    return true;
  }

  /** Records the end of a call. */
  void release() {
    boolean last;
    synchronized (this) {
      running--;
      last = retired && running == 0;
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
      last = running == 0;
    }
    if (last) {
      end();
    }
    return true;
  }

  private void end() {
    remote.close();
    instance.end();
  }

  Attempt call(RemoteRequest ask) throws InterruptedException {
    return remote.call(ask);
  }

  /** Why it cannot be called now, empty if it can. */
  String trouble(Duration limit) throws InterruptedException {
    return remote.trouble(limit).orElse("");
  }

  boolean hasEnded() {
    return instance.ended().isDone();
  }

  synchronized boolean isBusy() {
    return running > 0;
  }

  synchronized boolean isDue(ServerSettings settings) {
    return (settings.maxCalls() > 0 && taken >= settings.maxCalls())
        || (settings.maxAge().isPositive() && age().compareTo(settings.maxAge()) >= 0);
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - born);
  }

  /** Runs the reaction when it has ended. */
  void onEnd(Runnable reaction) {
    var _ = instance.ended().whenComplete((_, _) -> reaction.run());
  }

  /** The exit code, if it ends within this time. */
  OptionalInt awaitEnd(long nanos) throws InterruptedException {
    try {
      int code = instance.ended().get(nanos, TimeUnit.NANOSECONDS);
      words.awaitRest();
      return OptionalInt.of(code);
    } catch (TimeoutException | ExecutionException _) {
      return OptionalInt.empty();
    }
  }

  ServerOutput words() {
    return words;
  }
}
