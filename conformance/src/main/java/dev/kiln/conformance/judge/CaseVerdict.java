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
    ConformanceCase conformanceCase,
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

  static CaseVerdict passed(ConformanceCase conformanceCase, TargetDoor door) {
    return new CaseVerdict(
        conformanceCase, Optional.of(door), Kind.PASSED, "", "", "", Duration.ZERO);
  }

  static CaseVerdict notAsked(
      ConformanceCase conformanceCase, Optional<TargetDoor> door, String why) {
    return new CaseVerdict(conformanceCase, door, Kind.NOT_ASKED, why, "", "", Duration.ZERO);
  }

  CaseVerdict after(Duration time) {
    return new CaseVerdict(conformanceCase, door, kind, why, sent, received, time);
  }

  /** What tells it from others in a list. */
  public String name() {
    return conformanceCase.id() + door.map(way -> " " + way.word()).orElse("");
  }

  public boolean isFailed() {
    return kind == Kind.FAILED;
  }
}
