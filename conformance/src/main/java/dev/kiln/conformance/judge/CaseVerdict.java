package dev.kiln.conformance.judge;

import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.targets.TargetDoor;
import java.time.Duration;
import java.util.Optional;

/**
 * How a case ended.
 *
 * @param door through which it was asked; none if the target has none of the case's
 * @param why it failed or was not asked
 * @param sent what was sent, if it failed
 * @param received what came back, if it failed
 * @param duration how long it took
 */
public record CaseVerdict(
    ConformanceCase asked,
    Optional<TargetDoor> door,
    Kind kind,
    String why,
    String sent,
    String received,
    Duration duration) {
  /** The ways to end. */
  public enum Kind {
    PASSED,
    FAILED,
    NOT_ASKED
  }

  static CaseVerdict passed(ConformanceCase asked, TargetDoor door) {
    return new CaseVerdict(asked, Optional.of(door), Kind.PASSED, "", "", "", Duration.ZERO);
  }

  static CaseVerdict notAsked(ConformanceCase asked, Optional<TargetDoor> door, String why) {
    return new CaseVerdict(asked, door, Kind.NOT_ASKED, why, "", "", Duration.ZERO);
  }

  CaseVerdict after(Duration time) {
    return new CaseVerdict(asked, door, kind, why, sent, received, time);
  }

  /** What tells it from others in a list. */
  public String name() {
    return asked.id() + door.map(way -> " " + way.word()).orElse("");
  }

  public boolean isFailed() {
    return kind == Kind.FAILED;
  }
}
