package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.RequestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Calls as doors tell of them. */
final class SampleCalls {
  static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  static final long NOON = Instant.parse("2026-03-04T12:00:00.007Z").toEpochMilli();

  private SampleCalls() {}

  static CompletedCall call(String function, String status, Ending ending) {
    return call(function, status, ending, Map.of());
  }

  static CompletedCall call(
      String function, String status, Ending ending, Map<Severity, Integer> results) {
    var request = RequestContext.of("http", "abc-1", "00-" + TRACE + "-00f067aa0ba902b7-01");
    Timing timing =
        function.isEmpty()
            ? Timing.NONE
            : new Timing(micros(10), micros(210), micros(500), micros(301));
    return new CompletedCall(
        request, function, status, ending, micros(1_234), timing, 2048, 2101, results);
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  static String line(LogFormat format, LogEntry entry) {
    var out = new StringBuilder();
    LogLayout.of(format).append(out, entry);
    return out.toString();
  }

  static String line(LogFormat format, CompletedCall call) {
    return line(format, new LogEntry.Call(NOON, call));
  }
}
