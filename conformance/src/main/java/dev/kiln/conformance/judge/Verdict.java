package dev.kiln.conformance.judge;

import dev.kiln.conformance.cases.Case;
import dev.kiln.conformance.targets.Door;
import java.time.Duration;
import java.util.Optional;

/**
 * How a case ended.
 *
 * @param door through which it was asked; none if the target has none of the case's
 * @param why it failed or was not asked
 * @param sent what was sent, if it failed
 * @param came what came back, if it failed
 * @param took how long it took
 */
public record Verdict(
    Case asked,
    Optional<Door> door,
    Kind kind,
    String why,
    String sent,
    String came,
    Duration took) {
  /** The ways to end. */
  public enum Kind {
    PASSED,
    FAILED,
    NOT_ASKED
  }

  static Verdict passed(Case asked, Door door) {
    return new Verdict(asked, Optional.of(door), Kind.PASSED, "", "", "", Duration.ZERO);
  }

  static Verdict notAsked(Case asked, Optional<Door> door, String why) {
    return new Verdict(asked, door, Kind.NOT_ASKED, why, "", "", Duration.ZERO);
  }

  Verdict after(Duration time) {
    return new Verdict(asked, door, kind, why, sent, came, time);
  }

  /** What tells it from others in a list. */
  public String name() {
    return asked.id() + door.map(way -> " " + way.word()).orElse("");
  }

  public boolean isFailed() {
    return kind == Kind.FAILED;
  }
}
