package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * How many children of one function are to wait for a call, and when to start what lacks. Guarded
 * by the room.
 */
final class Size {
  /** How long no call is to come before it counts as quiet. */
  private static final long QUIET = Duration.ofMillis(200).toNanos();

  /** Shorter than what {@link Demand} takes for a burst: those that wait are enough for so long. */
  private static final long PATIENCE = Duration.ofMillis(450).toNanos();

  private final PoolSettings settings;
  private final Demand demand;
  private boolean on;
  private int most; // that were needed at once of late
  private boolean lacking;
  private long lackingSince;
  private long lastCall;
  private int expected;

  Size(PoolSettings settings) {
    this.settings = settings;
    this.demand = new Demand(settings.idle(), settings.max(), System.nanoTime());
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
  void began(int atOnce) {
    on = true;
    lastCall = System.nanoTime();
    expected = Math.max(0, expected - 1);
    demand.began(lastCall, atOnce);
  }

  /** As many are to wait. */
  int wanted(long now) {
    most = on ? demand.recent(now) : 0;
    int foreseen = Math.max(settings.min(), Math.min(expected, settings.max()));
    return on ? Math.max(most, foreseen) : 0;
  }

  /**
   * How long to leave it at what there is: nothing is started while calls follow each other, which
   * it would slow down, unless they are as many as may run, or there is no end of them.
   */
  long patience(long now, boolean lacks) {
    if (!lacks || !lacking) {
      lacking = lacks;
      lackingSince = now;
    }
    boolean atOnce = most == 0 || most == settings.max();
    long quiet = Math.min(lastCall + QUIET - now, lackingSince + PATIENCE - now);
    return atOnce ? 0 : Math.max(0, quiet);
  }
}
