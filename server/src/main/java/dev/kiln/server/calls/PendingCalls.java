package dev.kiln.server.calls;

import java.time.Duration;

/** Counts the calls that are not answered yet. Safe for many threads. */
public final class PendingCalls {
  private int count; // guarded by this

  public synchronized void begin() {
    count++;
  }

  public synchronized void end() {
    count--;
    if (count == 0) {
      notifyAll();
    }
  }

  /** Waits until every call is answered; false if that takes longer than the limit. */
  public synchronized boolean await(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (count > 0) {
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
