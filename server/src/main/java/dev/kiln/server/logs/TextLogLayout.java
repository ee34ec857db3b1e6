package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Timing;
import dev.kiln.sdk.Severity;
import dev.kiln.server.calls.CallStatus;
import dev.kiln.server.calls.CompletedCall;
import java.util.Map;

/** Lines for people. A call's begins with words that stand at the same place in each. */
final class TextLogLayout implements LogLayout {
  private final TimeFormat times = new TimeFormat();

  @Override
  public void append(StringBuilder out, LogEntry.Call entry) {
    CompletedCall call = entry.completedCall();
    times.appendTimestamp(out, entry.at());
    word(out, LogLevel.of(call.ending()).text);
    word(out, call.request().door());
    word(out, call.function());
    word(out, call.status());
    word(out, CallStatus.of(call.ending()).text());
    cost(out, call);
    results(out, call.results());
    request(out, call);
    more(out, ", reason ", LoggableMessage.reason(call.ending()));
    more(out, ", ", LoggableMessage.of(call.ending()));
    out.append('\n');
    if (call.ending() instanceof Ending.Fault(Throwable cause)) {
      frames(out, cause);
    }
  }

  private static void word(StringBuilder out, String word) {
    out.append(' ');
    Escape.text(out, word.isEmpty() ? "-" : word);
  }

  private static void cost(StringBuilder out, CompletedCall call) {
    if (!(call.ending() instanceof Ending.NothingRan)) {
      out.append(" exit ").append(call.ending().exitCode());
    }
    out.append(" in ");
    TimeFormat.appendMillis(out, call.duration());
    out.append(" ms");
    if (call.isMeasured()) {
      phases(out, call.timing());
    }
    out.append(", ").append(call.bytesIn()).append(" bytes in, ");
    out.append(call.bytesOut()).append(" out");
  }

  private static void phases(StringBuilder out, Timing timing) {
    TimeFormat.appendMillis(out.append(" (queue "), timing.queue());
    TimeFormat.appendMillis(out.append(", parse "), timing.parse());
    TimeFormat.appendMillis(out.append(", run "), timing.run());
    TimeFormat.appendMillis(out.append(", serialize "), timing.serialize());
    out.append(')');
  }

  private static void results(StringBuilder out, Map<Severity, Integer> results) {
    if (!results.isEmpty()) {
      count(out, results.getOrDefault(Severity.ERROR, 0), "error");
      count(out, results.getOrDefault(Severity.WARNING, 0), "warning");
      count(out, results.getOrDefault(Severity.INFO, 0), "info");
    }
  }

  private static void count(StringBuilder out, int count, String what) {
    if (count > 0) {
      out.append(", ").append(count).append(' ').append(what);
      out.append(count > 1 && !what.equals("info") ? "s" : "");
    }
  }

  private static void request(StringBuilder out, CompletedCall call) {
    more(out, ", caller ", call.request().caller());
    more(out, ", id ", call.request().id());
    more(out, ", trace ", LogLayout.traceId(call.request()));
  }

  private static void more(StringBuilder out, String before, String text) {
    if (!text.isEmpty()) {
      Escape.text(out.append(before), text);
    }
  }

  @Override
  public void append(StringBuilder out, LogEntry.Event event) {
    if (event.level() != LogLevel.INFO) { // scripts wait for lines that begin with their message
      times.appendTimestamp(out, event.at());
      out.append(' ').append(event.level().prefix);
    }
    Escape.text(out, event.message());
    out.append('\n');
    if (event.cause() != null) {
      frames(out, event.cause());
    }
  }

  private static void frames(StringBuilder out, Throwable cause) {
    for (String line : StackFrames.of(cause)) {
      Escape.text(out.append("    "), line);
      out.append('\n');
    }
  }

  @Override
  public void append(StringBuilder out, LogEntry.Printed printed) {
    out.append(printed.line()).append('\n');
  }
}
