package dev.kiln.runtime.instances;

import java.time.Duration;

/**
 * Decides how many idle instances one function needs, and when to start missing ones. The {@link
 * InstanceScheduler} guards its state.
 */
final class PoolSizing {
  /** Without a call for this long, the function counts as quiet. */
  private static final long QUIET = Duration.ofMillis(200).toNanos();

  /** After this long without an idle instance, one is started although calls are running. */
  private static final long START_DELAY = Duration.ofMillis(450).toNanos();

  /** The same limit while there is an idle instance. */
  private static final long START_DELAY_WITH_IDLE = Duration.ofSeconds(5).toNanos();

  private final PoolSettings settings;
  private final RecentDemand demand;
  private boolean isEnabled;
  private int recentPeak; // needed at once recently
  private boolean isShort;
  private long shortSince;
  private long lastCall; // the time of its start or end
  private int expectedCalls;

  PoolSizing(PoolSettings settings, long now) {
    this.settings = settings;
    this.demand = new RecentDemand(settings.idle(), settings.max(), now);
  }

  /** Turns idle instances on or off. */
  void setEnabled(boolean state) {
    isEnabled = state;
  }

  /** Announces this many calls; no others are known to come. */
  void expectCalls(int calls) {
    isEnabled = true;
    expectedCalls += calls;
  }

  /** Records the start of a call, with this many running or waiting. */
  void callStarted(long now, int atOnce) {
    isEnabled = true;
    lastCall = now;
    expectedCalls = Math.max(0, expectedCalls - 1);
    demand.callStarted(now, atOnce);
  }

  /** Records the end of a call. */
  void callEnded(long now) {
    lastCall = now;
  }

  /** The number of idle instances to keep. */
  int wantedIdle(long now) {
    recentPeak = isEnabled ? demand.recentPeak(now) : 0;
    int foreseen = Math.max(settings.min(), Math.min(expectedCalls, settings.max()));
    return isEnabled ? Math.max(recentPeak, foreseen) : 0;
  }

  /**
   * How long to wait before starting missing instances. A start would slow down running calls, so
   * it waits until they end, unless several run and the recent peak is the pool's maximum, or calls
   * do not stop for long.
   *
   * @param ahead the number of instances that are idle or starting
   * @param busy the number of running calls
   */
  long startDelay(long now, boolean lacks, int ahead, int busy) {
    if (!lacks || !isShort) {
      isShort = lacks;
      shortSince = now;
    }
    boolean crowd = busy > 1 && recentPeak == settings.max();
    long quiet = busy > 0 ? Long.MAX_VALUE : Math.max(0, lastCall + QUIET - now);
    long over = shortSince + (ahead > 0 ? START_DELAY_WITH_IDLE : START_DELAY) - now;
    return recentPeak == 0 || crowd ? 0 : Math.max(0, Math.min(quiet, over));
  }
}
