package dev.kiln.server.logs;

import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Logs what the doors refuse, at most once a second, so that whoever sends nonsense does not write
 * the log. Safe for many threads.
 */
public final class RefusalLog implements RefusalListener {
  private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

  private final HostLog log;
  private final LongSupplier clock;
  private boolean isFirst = true; // guarded by this, as the rest
  private long loggedAt;
  private long omitted;

  /**
   * A log of refusals.
   *
   * @param clock tells nanoseconds, as {@link System#nanoTime}
   */
  public RefusalLog(HostLog log, LongSupplier clock) {
    this.log = log;
    this.clock = clock;
  }

  @Override
  public void refused(Refusal refusal) {
    long others = takeTurn();
    if (others >= 0) {
      log.info(
          "refused",
          "%s: refused, %s: %s (from %s)%s"
              .formatted(
                  refusal.door(),
                  refusal.reason().text(),
                  refusal.detail(),
                  refusal.client(),
                  others == 0 ? "" : "; " + others + " more since the last such line"),
          Map.of(
              "door", refusal.door(),
              "reason", refusal.reason().text(),
              "client", refusal.client(),
              "omitted", Long.toString(others)));
    }
  }

  /** Returns how many were omitted before this one, or -1 if this one is to be omitted as well. */
  private synchronized long takeTurn() {
    long now = clock.getAsLong();
    if (!isFirst && now - loggedAt < PERIOD_NANOS) {
      omitted++;
      return -1;
    }
    isFirst = false;
    loggedAt = now;
    long others = omitted;
    omitted = 0;
    return others;
  }
}
