package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * Decides how many idle children one function needs, and when to start missing ones. The {@link
 * ChildScheduler} guards its state.
 */
final class PoolSizing {
  /** Without a call for this long, the function counts as quiet. */
  private static final long QUIET = Duration.ofMillis(200).toNanos();

  /** After this long without an idle child, one is started although calls are running. */
  private static final long PATIENCE = Duration.ofMillis(450).toNanos();

  /** The same limit while there is an idle child. */
  private static final long MORE_PATIENCE = Duration.ofSeconds(5).toNanos();

  private final PoolSettings settings;
  private final RecentDemand demand;
  private boolean on;
  private int most; // needed at once recently
  private boolean lacking;
  private long lackingSince;
  private long lastCall; // the time of its start or end
  private int expected;

  PoolSizing(PoolSettings settings, long now) {
    this.settings = settings;
    this.demand = new RecentDemand(settings.idle(), settings.max(), now);
  }

  /** Turns idle children on or off. */
  void turn(boolean state) {
    on = state;
  }

  /** Announces this many calls; no others are known to come. */
  void expect(int calls) {
    on = true;
    expected += calls;
  }

  /** Records the start of a call, with this many running or waiting. */
  void began(long now, int atOnce) {
    on = true;
    lastCall = now;
    expected = Math.max(0, expected - 1);
    demand.began(now, atOnce);
  }

  /** Records the end of a call. */
  void ended(long now) {
    lastCall = now;
  }

  /** The number of idle children to keep. */
  int wanted(long now) {
    most = on ? demand.recent(now) : 0;
    int foreseen = Math.max(settings.min(), Math.min(expected, settings.max()));
    return on ? Math.max(most, foreseen) : 0;
  }

  /**
   * How long to wait before starting missing children. A start would slow down running calls, so it
   * waits until they end, unless several run and the recent peak is the pool's maximum, or calls do
   * not stop for long.
   *
   * @param ahead the number of children that are idle or starting
   * @param busy the number of running calls
   */
  long patience(long now, boolean lacks, int ahead, int busy) {
    if (!lacks || !lacking) {
      lacking = lacks;
      lackingSince = now;
    }
    boolean crowd = busy > 1 && most == settings.max();
    long quiet = busy > 0 ? Long.MAX_VALUE : Math.max(0, lastCall + QUIET - now);
    long over = lackingSince + (ahead > 0 ? MORE_PATIENCE : PATIENCE) - now;
    return most == 0 || crowd ? 0 : Math.max(0, Math.min(quiet, over));
  }
}
