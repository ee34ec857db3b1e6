package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one server running. It starts the server on first use, restarts it when it has died, and
 * starts a replacement before it ends the old server.
 */
final class ServerSupervisor {
  private static final Duration QUESTION = Duration.ofSeconds(5);
  private static final Duration DYING = Duration.ofSeconds(1);
  private static final int MOST_TROUBLES = 3;

  private final String name;
  private final ServerSettings settings;
  private final ServerStarter starter;
  private final RemoteCounts counts;
  private final RestartBackoff restarts = new RestartBackoff(); // guarded by this
  private @Nullable ServerInstance current; // guarded by this
  private @Nullable CompletableFuture<ServerInstance> starting; // guarded by this
  private @Nullable Thread starts; // guarded by this; the current or last starter
  private @Nullable ServerStartException lastFailure; // guarded by this
  private boolean closed; // guarded by this

  ServerSupervisor(
      String name, ServerSettings settings, ServerStarter starter, RemoteCounts counts) {
    this.name = name;
    this.settings = settings;
    this.starter = starter;
    this.counts = counts;
  }

  /**
   * Reserves the server for one call; the caller releases it afterwards. Waits for a server that is
   * starting.
   */
  ServerInstance acquire(long nanos)
      throws ServerStartException, InterruptedException, TimeoutException {
    long end = System.nanoTime() + nanos;
    while (true) {
      CompletableFuture<ServerInstance> coming;
      synchronized (this) {
        ServerInstance one = current;
        if (one != null && one.acquire()) {
          replaceIfDue(one);
          return one;
        }
        coming = startingServer();
      }
      await(coming, end - System.nanoTime());
    }
  }

  private static void await(CompletableFuture<ServerInstance> coming, long nanos)
      throws ServerStartException, InterruptedException, TimeoutException {
    try {
      coming.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ServerStartException why) {
        throw why;
      }
      throw new CompletionException(e.getCause()); // a fault of this host
    }
  }

  /** The server that is starting; starts one if there is none. */
  private CompletableFuture<ServerInstance> startingServer() throws ServerStartException {
    CompletableFuture<ServerInstance> coming = starting;
    if (coming != null) {
      return coming;
    }
    ServerStartException last = lastFailure;
    if (closed || (last != null && restarts.left().isPositive())) {
      throw last == null
          ? ServerStartException.of(Ending.Failed.notStarted(name + " is closed"))
          : last;
    }
    return begin();
  }

  /** Starts a server, unless there is one or the restart delay is not over. Does not wait. */
  synchronized void startIfNeeded() {
    boolean pause = lastFailure != null && restarts.left().isPositive();
    if (current == null && starting == null && !closed && !pause) {
      begin();
    }
  }

  private synchronized void replaceIfDue(ServerInstance one) {
    if (!closed && starting == null && one.isDue(settings) && !restarts.left().isPositive()) {
      begin();
    }
  }

  private CompletableFuture<ServerInstance> begin() {
    var coming = new CompletableFuture<ServerInstance>();
    starting = coming;
    starts = Thread.ofVirtual().name(name + "-keeper").start(() -> start(coming));
    return coming;
  }

  private void start(CompletableFuture<ServerInstance> coming) {
    try {
      ServerInstance next = starter.start();
      counts.starts.increment();
      started(next);
      coming.complete(next);
      Thread.ofVirtual().name(name + "-watch").start(() -> watch(next));
    } catch (ServerStartException e) {
      failed(e);
      coming.completeExceptionally(e);
    } catch (InterruptedException | RuntimeException e) {
      failed(ServerStartException.of(Ending.Failed.notStarted(name + ": " + e)));
      coming.completeExceptionally(e);
    }
  }

  private void started(ServerInstance next) {
    ServerInstance old;
    boolean unwanted;
    synchronized (this) {
      old = current;
      unwanted = closed;
      starting = null;
      lastFailure = null;
      current = unwanted ? null : next;
    }
    if (unwanted) {
      next.retire();
    } else if (old != null && old.retire()) {
      (old.hasEnded() ? counts.deaths : counts.recycled).increment();
    }
  }

  private synchronized void failed(ServerStartException why) {
    counts.failedStarts.increment();
    starting = null;
    lastFailure = why;
    restarts.failed();
  }

  /** Watches a server for as long as it is in use; runs on its own thread. */
  private void watch(ServerInstance one) {
    one.onEnd(() -> Thread.ofVirtual().start(() -> died(one)));
    try {
      checkHealth(one);
    } catch (InterruptedException _) {
      // nothing interrupts this thread; if it happens, the health checks stop
    }
  }

  private void checkHealth(ServerInstance one) throws InterruptedException {
    int troubles = 0;
    while (isCurrent(one) && one.awaitEnd(settings.healthPeriod().toNanos()).isEmpty()) {
      String trouble = one.trouble(QUESTION);
      // a busy server may have no time to answer
      troubles = trouble.isEmpty() || one.isBusy() ? 0 : troubles + 1;
      if (troubles == MOST_TROUBLES) {
        lost(one, name + " no longer answered: " + trouble);
        return;
      }
      replaceIfDue(one);
    }
  }

  @SuppressWarnings("ReferenceEquality") // identity is meant
  private synchronized boolean isCurrent(ServerInstance one) {
    return current == one;
  }

  /**
   * Handles the end of a server that has ended or is about to. If it was not retired, another one
   * starts.
   */
  private void died(ServerInstance one) {
    try {
      OptionalInt code = one.awaitEnd(0);
      String how = code.isEmpty() ? "" : " with exit code " + code.getAsInt();
      lost(one, name + " ended" + how + ServerStarter.said(one.words()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lost(ServerInstance one, String why) {
    synchronized (this) {
      if (!isCurrent(one)) {
        return;
      }
      current = null;
      counts.deaths.increment();
      restarts.died(one.age());
      lastFailure = new ServerStartException(Ending.Failed.notStarted(why), one.words().tail());
      later(restarts.left());
    }
    one.retire();
  }

  private void later(Duration pause) {
    if (pause.isZero()) {
      startIfNeeded();
    } else {
      CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS)
          .execute(this::startIfNeeded);
    }
  }

  /** Waits briefly for the end of a server whose call broke off. */
  OptionalInt awaitEnd(ServerInstance one, long nanos) throws InterruptedException {
    OptionalInt code = one.awaitEnd(Math.min(nanos, DYING.toNanos()));
    if (code.isPresent()) {
      died(one);
    }
    return code;
  }

  /** Ends the running server and one that is starting; no call may be running any more. */
  void close() {
    ServerInstance last;
    Thread starter;
    synchronized (this) {
      closed = true;
      last = current;
      current = null;
      starter = starts;
    }
    if (last != null) {
      last.retire();
    }
    if (starter != null) {
      stop(starter);
    }
  }

  private static void stop(Thread starter) {
    starter.interrupt();
    try {
      var _ = starter.join(DYING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
