package dev.kiln.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Reason;
import dev.kiln.sdk.Severity;
import dev.kiln.yaml.Yaml;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLogLayoutTest {
  @Test
  void tellsOfASuccess() {
    assertThat(
            SampleCalls.line(
                LogFormat.JSON, SampleCalls.call("set-labels", "200", new Ending.Done())))
        .isEqualTo(
            "{\"time\":\"2026-03-04T12:00:00.007Z\",\"level\":\"info\",\"message\":\"call\","
                + "\"krm.door\":\"http\",\"krm.function\":\"set-labels\",\"krm.status\":\"200\","
                + "\"krm.outcome\":\"ok\",\"krm.request.id\":\"abc-1\","
                + "\"krm.trace.id\":\"4bf92f3577b34da6a3ce929d0e0e4736\",\"krm.exit.code\":0,"
                + "\"krm.duration.ms\":1.234,\"krm.queue.ms\":0.010,\"krm.parse.ms\":0.210,"
                + "\"krm.run.ms\":0.500,\"krm.serialize.ms\":0.301,\"krm.bytes.in\":2048,"
                + "\"krm.bytes.out\":2101}\n");
  }

  @Test
  void countsTheResultsOfAFailureAndNamesItsReason() {
    var failed = new Ending.Failed(Reason.EXCEPTION, 2, "hunter2");
    var call = SampleCalls.call("set-labels", "500", failed, Map.of(Severity.ERROR, 1));
    assertThat(SampleCalls.line(LogFormat.JSON, call))
        .contains("\"level\":\"warn\",", "\"krm.outcome\":\"failed\",\"krm.reason\":\"exception\"")
        .endsWith("\"krm.results.error\":1,\"krm.results.warning\":0,\"krm.results.info\":0}\n");
  }

  @Test
  void saysWhatTheHostHasToSay() {
    var call = SampleCalls.call("", "503", new Ending.Busy("the line is full"));
    assertThat(SampleCalls.line(LogFormat.JSON, call))
        .contains("\"level\":\"warn\",\"message\":\"the line is full\",")
        .doesNotContain("krm.function", "krm.exit.code", "krm.queue.ms");
  }

  @Test
  void givesTheFieldsOfAnEvent() {
    var fields = Map.of("door", "http", "address", "127.0.0.1:1");
    var event =
        new LogEntry.Event(SampleCalls.NOON, LogLevel.INFO, "listening", "http: up", fields, null);
    assertThat(SampleCalls.line(LogFormat.JSON, event))
        .isEqualTo(
            "{\"time\":\"2026-03-04T12:00:00.007Z\",\"level\":\"info\",\"message\":\"http: up\","
                + "\"krm.event\":\"listening\",\"krm.address\":\"127.0.0.1:1\","
                + "\"krm.door\":\"http\"}\n");
  }

  @Test
  void hasTheStackOfAFaultInOneLine() {
    var call = SampleCalls.call("", "500", new Ending.Fault(new IllegalStateException("hunter2")));
    assertThat(SampleCalls.line(LogFormat.JSON, call))
        .contains("\"krm.stack\":\"java.lang.IllegalStateException\\n    at dev.kiln.")
        .doesNotContain("hunter2")
        .hasLineCount(1);
  }

  @Test
  void cannotBeBrokenByWhatItTells() {
    String message = "a\nb\t\"c\" \\ \u0000\u001b\u007f\u0085\u2028é\ud83d\ude00";
    var event = LogEntry.Event.of(LogLevel.INFO, "x", message, Map.of());
    String line = SampleCalls.line(LogFormat.JSON, event);
    assertThat(line).endsWith("}\n").doesNotMatch("(?s).*[\\p{Cntrl}\u0085\u2028].+");
    assertThat(Yaml.parse(line).find("message").orElseThrow().text()).isEqualTo(message);
  }

  @Test
  void wrapsWhatSomebodyPrinted() {
    var printed = new LogEntry.Printed(SampleCalls.NOON, "{not json}");
    assertThat(SampleCalls.line(LogFormat.JSON, printed))
        .isEqualTo(
            "{\"time\":\"2026-03-04T12:00:00.007Z\",\"level\":\"info\",\"message\":"
                + "\"{not json}\",\"krm.event\":\"printed\"}\n");
  }
}
