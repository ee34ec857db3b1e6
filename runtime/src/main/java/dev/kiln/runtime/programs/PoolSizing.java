package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * How many children of one function are to wait for a call, and when to start what lacks. Guarded
 * by the room.
 */
final class PoolSizing {
  /** How long no call is to come before it counts as quiet. */
  private static final long QUIET = Duration.ofMillis(200).toNanos();

  /** How long nothing waits before something is started beside calls after all. */
  private static final long PATIENCE = Duration.ofMillis(450).toNanos();

  /** The same for as long as something does wait. */
  private static final long MORE_PATIENCE = Duration.ofSeconds(5).toNanos();

  private final PoolSettings settings;
  private final RecentDemand demand;
  private boolean on;
  private int most; // that were needed at once of late
  private boolean lacking;
  private long lackingSince;
  private long lastCall; // that began, or ended
  private int expected;

  PoolSizing(PoolSettings settings, long now) {
    this.settings = settings;
    this.demand = new RecentDemand(settings.idle(), settings.max(), now);
  }

  /** Whether any are to wait. */
  void turn(boolean state) {
    on = state;
  }

  /** That many calls will come, and nobody knows of more. */
  void expect(int calls) {
    on = true;
    expected += calls;
  }

  /** A call has begun, with that many running or waiting. */
  void began(long now, int atOnce) {
    on = true;
    lastCall = now;
    expected = Math.max(0, expected - 1);
    demand.began(now, atOnce);
  }

  /** A call is over. */
  void ended(long now) {
    lastCall = now;
  }

  /** As many are to wait. */
  int wanted(long now) {
    most = on ? demand.recent(now) : 0;
    int foreseen = Math.max(settings.min(), Math.min(expected, settings.max()));
    return on ? Math.max(most, foreseen) : 0;
  }

  /**
   * How long to leave it at what there is: nothing is started beside calls, which it would slow
   * down, unless they are a crowd, or there is no end of them.
   *
   * @param ahead so many wait for a call
   * @param busy so many calls run
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
