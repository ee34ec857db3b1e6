package dev.kiln.runtime.remote;

import dev.kiln.runtime.Ending;
import java.time.Duration;
import java.util.Optional;
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
  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(1);
  private static final int MAX_FAILED_CHECKS = 3;

  private final String name;
  private final ServerSettings settings;
  private final ServerStarter starter;
  private final RemoteCounts counts;
  private final RestartBackoff backoff = new RestartBackoff(); // guarded by this
  private @Nullable ServerInstance current; // guarded by this
  private @Nullable CompletableFuture<ServerInstance> starting; // guarded by this
  private @Nullable Thread starterThread; // guarded by this; the current or last starter
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
        ServerInstance server = current;
        if (server != null && server.acquire()) {
          replaceIfDue(server);
          return server;
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
    if (closed || (last != null && backoff.remaining().isPositive())) {
      throw last == null
          ? ServerStartException.of(Ending.Failed.notStarted(name + " is closed"))
          : last;
    }
    return startInBackground();
  }

  /** Starts a server, unless there is one or the restart delay is not over. Does not wait. */
  synchronized void startIfNeeded() {
    boolean pause = lastFailure != null && backoff.remaining().isPositive();
    if (current == null && starting == null && !closed && !pause) {
      startInBackground();
    }
  }

  /** Why there is no server; empty if there is one. Starts one if there is none, and waits. */
  Optional<String> findProblem() {
    awaitStart();
    return currentProblem();
  }

  private void awaitStart() {
    CompletableFuture<ServerInstance> coming;
    synchronized (this) {
      startIfNeeded();
      coming = starting;
    }
    if (coming != null) {
      try {
        await(coming, HEALTH_TIMEOUT.toNanos());
      } catch (ServerStartException | CompletionException | TimeoutException _) {
        // the failure is kept, and the start goes on
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized Optional<String> currentProblem() {
    if (current != null) {
      return Optional.empty();
    }
    ServerStartException last = lastFailure;
    return Optional.of(last == null ? name + " is starting" : last.ending().message());
  }

  private synchronized void replaceIfDue(ServerInstance one) {
    if (!closed
        && starting == null
        && one.isDueForReplacement(settings)
        && !backoff.remaining().isPositive()) {
      startInBackground();
    }
  }

  private CompletableFuture<ServerInstance> startInBackground() {
    var coming = new CompletableFuture<ServerInstance>();
    starting = coming;
    starterThread = Thread.ofVirtual().name(name + "-start").start(() -> start(coming));
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
      startFailed(e);
      coming.completeExceptionally(e);
    } catch (InterruptedException | RuntimeException e) {
      startFailed(ServerStartException.of(Ending.Failed.notStarted(name + ": " + e)));
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

  private synchronized void startFailed(ServerStartException why) {
    counts.failedStarts.increment();
    starting = null;
    lastFailure = why;
    backoff.recordFailure();
  }

  /** Watches a server for as long as it is in use; runs on its own thread. */
  private void watch(ServerInstance server) {
    server.onEnd(() -> Thread.ofVirtual().start(() -> handleEnd(server)));
    try {
      checkHealth(server);
    } catch (InterruptedException _) {
      // nothing interrupts this thread; if it happens, the health checks stop
    }
  }

  private void checkHealth(ServerInstance server) throws InterruptedException {
    int failedChecks = 0;
    while (isCurrent(server) && server.awaitEnd(settings.healthPeriod().toNanos()).isEmpty()) {
      String problem = server.findProblem(HEALTH_TIMEOUT);
      // a busy server may have no time to answer
      failedChecks = problem.isEmpty() || server.isBusy() ? 0 : failedChecks + 1;
      if (failedChecks == MAX_FAILED_CHECKS) {
        handleLoss(server, name + " no longer answered: " + problem);
        return;
      }
      replaceIfDue(server);
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
  private void handleEnd(ServerInstance server) {
    try {
      OptionalInt code = server.awaitEnd(0);
      String how = code.isEmpty() ? "" : " with exit code " + code.getAsInt();
      handleLoss(server, name + " ended" + how + ServerStarter.lastLineSuffix(server.output()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handleLoss(ServerInstance server, String why) {
    synchronized (this) {
      if (!isCurrent(server)) {
        return;
      }
      current = null;
      counts.deaths.increment();
      backoff.recordEnd(server.age());
      lastFailure = new ServerStartException(Ending.Failed.notStarted(why), server.output().tail());
      restartAfter(backoff.remaining());
    }
    server.retire();
  }

  private void restartAfter(Duration pause) {
    if (pause.isZero()) {
      startIfNeeded();
    } else {
      CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS)
          .execute(this::startIfNeeded);
    }
  }

  /** Waits briefly for the end of a server whose call broke off. */
  OptionalInt awaitEnd(ServerInstance one, long nanos) throws InterruptedException {
    OptionalInt code = one.awaitEnd(Math.min(nanos, END_TIMEOUT.toNanos()));
    if (code.isPresent()) {
      handleEnd(one);
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
      starter = starterThread;
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
      var _ = starter.join(END_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
