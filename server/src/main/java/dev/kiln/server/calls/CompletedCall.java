package dev.kiln.server.calls;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.Severity;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One call after its end. It never contains parts of a list, which may hold Secrets.
 *
 * @param request who asked, and by which door
 * @param function the name of the function that ran, empty if none did
 * @param status as the door's protocol says it: {@code 200}, {@code DEADLINE_EXCEEDED}
 * @param ending how the call ended
 * @param duration from the first byte of the request to the answer
 * @param timing how long each phase of the evaluation took
 * @param bytesIn the size of the message that came
 * @param bytesOut the size of the message that went
 * @param results how many results of each severity the function added
 */
public record CompletedCall(
    RequestContext request,
    String function,
    String status,
    Ending ending,
    Duration duration,
    Timing timing,
    long bytesIn,
    long bytesOut,
    Map<Severity, Integer> results) {
  public CompletedCall {
    results = Map.copyOf(results);
  }

  /** Whether it came so far that its phases were measured. */
  public boolean isMeasured() {
    return !timing.parse().isZero() || !timing.run().isZero();
  }

  /** How many results of each severity there are. */
  public static Map<Severity, Integer> counts(List<Result> results) {
    if (results.isEmpty()) {
      return Map.of();
    }
    var counts = new EnumMap<Severity, Integer>(Severity.class);
    results.forEach(result -> counts.merge(result.severity(), 1, Integer::sum));
    return counts;
  }
}
