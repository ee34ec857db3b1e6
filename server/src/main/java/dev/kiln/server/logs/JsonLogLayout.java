package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CallStatus;
import dev.kiln.server.calls.CompletedCall;
import java.time.Duration;
import java.util.Map;

/** An object a line. What every log has is named as everywhere, the rest begins with krm. */
final class JsonLogLayout implements LogLayout {
  private final TimeFormat times = new TimeFormat();

  @Override
  public void append(StringBuilder out, LogEntry.Call entry) {
    CompletedCall call = entry.completedCall();
    String said = LoggableMessage.of(call.ending());
    begin(out, entry.at(), LogLevel.of(call.ending()), said.isEmpty() ? "call" : said);
    text(out, "krm.door", call.request().door());
    text(out, "krm.function", call.function());
    text(out, "krm.status", call.status());
    text(out, "krm.outcome", CallStatus.of(call.ending()).text());
    text(out, "krm.reason", LoggableMessage.reason(call.ending()));
    text(out, "krm.caller", call.request().caller());
    text(out, "krm.request.id", call.request().id());
    text(out, "krm.trace.id", LogLayout.traceId(call.request()));
    if (!(call.ending() instanceof Ending.NothingRan)) {
      number(out, "krm.exit.code", call.ending().exitCode());
    }
    millis(out, "krm.duration.ms", call.duration());
    if (call.isMeasured()) {
      phases(out, call.timing());
    }
    number(out, "krm.bytes.in", call.bytesIn());
    number(out, "krm.bytes.out", call.bytesOut());
    results(out, call.results());
    if (call.ending() instanceof Ending.Fault(Throwable cause)) {
      text(out, "krm.stack", String.join("\n", StackFrames.of(cause)));
    }
    out.append("}\n");
  }

  private static void results(StringBuilder out, Map<Severity, Integer> results) {
    if (!results.isEmpty()) {
      number(out, "krm.results.error", results.getOrDefault(Severity.ERROR, 0));
      number(out, "krm.results.warning", results.getOrDefault(Severity.WARNING, 0));
      number(out, "krm.results.info", results.getOrDefault(Severity.INFO, 0));
    }
  }

  private static void phases(StringBuilder out, Timing timing) {
    millis(out, "krm.queue.ms", timing.queue());
    millis(out, "krm.parse.ms", timing.parse());
    millis(out, "krm.run.ms", timing.run());
    millis(out, "krm.serialize.ms", timing.serialize());
  }

  @Override
  public void append(StringBuilder out, LogEntry.Event event) {
    begin(out, event.at(), event.level(), event.message());
    text(out, "krm.event", event.name());
    event.fields().forEach((name, value) -> text(out, "krm." + name, value));
    if (event.cause() != null) {
      text(out, "krm.stack", String.join("\n", StackFrames.of(event.cause())));
    }
    out.append("}\n");
  }

  @Override
  public void append(StringBuilder out, LogEntry.Printed printed) {
    begin(out, printed.at(), LogLevel.INFO, printed.line());
    text(out, "krm.event", "printed");
    out.append("}\n");
  }

  private void begin(StringBuilder out, long at, LogLevel level, String message) {
    times.appendTimestamp(out.append("{\"time\":\""), at);
    out.append("\",\"level\":\"").append(level.text).append("\",\"message\":");
    Escape.quoted(out, message);
  }

  /** Nothing for an empty text. */
  private static void text(StringBuilder out, String name, String text) {
    if (!text.isEmpty()) {
      name(out, name);
      Escape.quoted(out, text);
    }
  }

  private static void number(StringBuilder out, String name, long number) {
    name(out, name);
    out.append(number);
  }

  private static void millis(StringBuilder out, String name, Duration time) {
    name(out, name);
    TimeFormat.appendMillis(out, time);
  }

  private static void name(StringBuilder out, String name) {
    out.append(",\"").append(name).append("\":");
  }
}
