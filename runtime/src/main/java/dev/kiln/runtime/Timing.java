package dev.kiln.runtime;

import java.time.Duration;

/** How long each phase of a call took. */
public record Timing(Duration queue, Duration parse, Duration run, Duration serialize) {
  /** The timing of a call that did not reach any phase. */
  public static final Timing NONE =
      new Timing(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
}
