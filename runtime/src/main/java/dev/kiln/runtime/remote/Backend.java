package dev.kiln.runtime.remote;

import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One server of a function, with its recent failures. */
final class Backend implements AutoCloseable {
  private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);
  private static final int DOUBLINGS = 6; // to 6.4 s

  /** How long other servers are preferred after this one had no room. */
  static final Duration FULL_PAUSE = Duration.ofSeconds(1);

  private final RemoteAddress address;
  private final RemoteClient client;
  private final AtomicInteger calls = new AtomicInteger(); // in flight
  private int failures; // guarded by this; consecutive ones
  private long unreachableUntil; // guarded by this; skipped until then
  private long fullUntil; // guarded by this; others come first until then
  private String lastFailure = ""; // guarded by this; the last failure

  Backend(RemoteAddress address, RemoteSettings settings) {
    this.address = address;
    this.client = RemoteClient.to(address, settings);
    this.unreachableUntil = System.nanoTime();
    this.fullUntil = unreachableUntil;
  }

  Attempt call(RemoteRequest ask) throws InterruptedException {
    calls.incrementAndGet();
    try {
      Attempt attempt = client.call(ask);
      recordResult(attempt);
      return attempt;
    } finally {
      calls.decrementAndGet();
    }
  }

  private synchronized void recordResult(Attempt attempt) {
    if (attempt instanceof Answered) {
      failures = 0;
    } else if (attempt instanceof Broken(String why)) {
      lastFailure = why;
    } else if (attempt instanceof NotTaken(String why, boolean reached)) {
      lastFailure = why;
      if (reached) {
        failures = 0;
        fullUntil = System.nanoTime() + FULL_PAUSE.toNanos();
      } else {
        unreachableUntil =
            System.nanoTime() + (FIRST_BACKOFF.toNanos() << Math.min(failures, DOUBLINGS));
        failures++;
      }
    }
  }

  /** Why it cannot be called now; empty if it can. */
  Optional<String> findProblem() {
    try {
      return client.findProblem(RemoteClient.CONNECT_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  RemoteAddress address() {
    return address;
  }

  int calls() {
    return calls.get();
  }

  /** Whether it is skipped because it could not be reached recently. */
  synchronized boolean isUnreachable() {
    return failures > 0 && unreachableUntil - System.nanoTime() > 0;
  }

  /** Whether it had no room recently. */
  synchronized boolean isFull() {
    return fullUntil - System.nanoTime() > 0;
  }

  /** Its address and its last failure. */
  synchronized String describeLastFailure() {
    return address + ": " + lastFailure;
  }

  @Override
  public void close() {
    client.close();
  }
}
