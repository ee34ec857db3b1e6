package dev.kiln.runtime.remote;

import dev.kiln.runtime.remote.Attempt.Answered;
import dev.kiln.runtime.remote.Attempt.Broken;
import dev.kiln.runtime.remote.Attempt.NotTaken;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** One server of a function, with its recent failures. */
final class Backend implements AutoCloseable {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final int DOUBLINGS = 6; // to 6.4 s

  /** How long other servers are preferred after this one had no room. */
  static final Duration FULL = Duration.ofSeconds(1);

  private final RemoteAddress address;
  private final RemoteClient remote;
  private final AtomicInteger calls = new AtomicInteger(); // in flight
  private int failures; // guarded by this; consecutive ones
  private long away; // guarded by this; skipped until then
  private long full; // guarded by this; others come first until then
  private String trouble = ""; // guarded by this; the last failure

  Backend(RemoteAddress address, RemoteSettings settings) {
    this.address = address;
    this.remote = RemoteClient.to(address, settings);
    this.away = System.nanoTime();
    this.full = away;
  }

  Attempt call(RemoteRequest ask) throws InterruptedException {
    calls.incrementAndGet();
    try {
      Attempt attempt = remote.call(ask);
      learn(attempt);
      return attempt;
    } finally {
      calls.decrementAndGet();
    }
  }

  private synchronized void learn(Attempt attempt) {
    if (attempt instanceof Answered) {
      failures = 0;
    } else if (attempt instanceof Broken(String why)) {
      trouble = why;
    } else if (attempt instanceof NotTaken(String why, boolean reached)) {
      trouble = why;
      if (reached) {
        failures = 0;
        full = System.nanoTime() + FULL.toNanos();
      } else {
        away = System.nanoTime() + (FIRST.toNanos() << Math.min(failures, DOUBLINGS));
        failures++;
      }
    }
  }

  RemoteAddress address() {
    return address;
  }

  int calls() {
    return calls.get();
  }

  /** Whether it is skipped because it could not be reached recently. */
  synchronized boolean isAway() {
    return failures > 0 && away - System.nanoTime() > 0;
  }

  /** Whether it had no room recently. */
  synchronized boolean isFull() {
    return full - System.nanoTime() > 0;
  }

  /** Its address and its last failure. */
  synchronized String trouble() {
    return address + ": " + trouble;
  }

  @Override
  public void close() {
    remote.close();
  }
}
