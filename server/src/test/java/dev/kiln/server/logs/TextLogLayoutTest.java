package dev.kiln.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CompletedCall;
import dev.kiln.server.calls.RequestContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextLogLayoutTest {
  @Test
  void tellsOfASuccess() {
    assertThat(line(SampleCalls.call("set-labels", "200", new Ending.Done())))
        .isEqualTo(
            "2026-03-04T12:00:00.007Z info http set-labels 200 ok exit 0 in 1.234 ms (queue 0.010,"
                + " parse 0.210, run 0.500, serialize 0.301), 2048 bytes in, 2101 out, id abc-1,"
                + " trace 4bf92f3577b34da6a3ce929d0e0e4736\n");
  }

  @Test
  void countsTheResultsOfAFailureAndNamesItsReason() {
    var failed = new Ending.Failed(Reason.RESULTS, 1, "password: hunter2");
    var results = Map.of(Severity.ERROR, 1, Severity.WARNING, 2, Severity.INFO, 3);
    assertThat(line(SampleCalls.call("set-labels", "422", failed, results)))
        .startsWith("2026-03-04T12:00:00.007Z info http set-labels 422 failed exit 1 in 1.234 ms ")
        .endsWith(
            " 2101 out, 1 error, 2 warnings, 3 info, id abc-1,"
                + " trace 4bf92f3577b34da6a3ce929d0e0e4736, reason results\n");
  }

  @Test
  void leavesOutWhatACallThatNeverRanDoesNotHave() {
    var ending = new Ending.NotFound("no function \"x\" (there are a, b)");
    var call =
        new CompletedCall(
            new RequestContext("grpc", "7", "", ""),
            "",
            "NOT_FOUND",
            ending,
            Duration.ofMillis(1),
            Timing.NONE,
            10,
            0,
            Map.of());
    assertThat(line(call))
        .isEqualTo(
            "2026-03-04T12:00:00.007Z info grpc - NOT_FOUND not_found in 1.000 ms, 10 bytes in,"
                + " 0 out, id 7, no function \"x\" (there are a, b)\n");
  }

  @Test
  void saysWhereAnInputIsUnreadableAndNotWhatItHolds() {
    var bad = BadInput.of(new dev.kiln.yaml.node.BadYaml("found hunter2", 3, 5));
    assertThat(line(SampleCalls.call("", "400", new Ending.Unreadable("", bad))))
        .contains(" info http - 400 bad_input in ")
        .endsWith(", the input is unreadable at line 3, column 5\n");
  }

  @Test
  void showsTheFramesOfAFaultAndNotItsMessages() {
    var fault = new IllegalStateException("hunter2", new OutOfMemoryError("Java heap space"));
    String[] lines = line(SampleCalls.call("", "500", new Ending.Fault(fault))).split("\n", -1);
    assertThat(lines[0]).contains(" error http - 500 fault exit 1 in 1.234 ms");
    assertThat(lines[1]).isEqualTo("    java.lang.IllegalStateException");
    assertThat(lines[2]).startsWith("        at dev.kiln.server.logs.TextLogLayoutTest.");
    assertThat(lines).contains("    caused by: java.lang.OutOfMemoryError: Java heap space");
  }

  @Test
  void writesAnEventAsItsMessage() {
    var event =
        LogEntry.Event.of(LogLevel.INFO, "draining", "draining: 3 calls are left", Map.of());
    assertThat(SampleCalls.line(LogFormat.TEXT, event)).isEqualTo("draining: 3 calls are left\n");
  }

  @Test
  void beginsAWarningWithTheTime() {
    var event =
        new LogEntry.Event(
            SampleCalls.NOON, LogLevel.WARN, "open", "no TLS on :80", Map.of(), null);
    assertThat(SampleCalls.line(LogFormat.TEXT, event))
        .isEqualTo("2026-03-04T12:00:00.007Z warning: no TLS on :80\n");
  }

  @Test
  void cannotBeBrokenByWhatItTells() {
    var event =
        LogEntry.Event.of(
            LogLevel.INFO, "x", "a\nb\r\u001b[2J\u2028c\u202e\u0085d\\n \"e\" é", Map.of());
    assertThat(SampleCalls.line(LogFormat.TEXT, event))
        .isEqualTo("a\\nb\\r\\u001b[2J\\u2028c\\u202e\\u0085d\\\\n \"e\" é\n");
  }

  private static String line(CompletedCall call) {
    return SampleCalls.line(LogFormat.TEXT, call);
  }
}
