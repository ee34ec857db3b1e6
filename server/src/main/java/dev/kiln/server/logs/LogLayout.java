package dev.kiln.server.logs;

import dev.kiln.server.calls.RequestContext;

/** Makes lines of what was told; for one thread. */
interface LogLayout {
  static LogLayout of(LogFormat format) {
    return switch (format) {
      case TEXT -> new TextLogLayout();
      case JSON -> new JsonLogLayout();
    };
  }

  /** Appends it with the line break at its end. */
  default void append(StringBuilder out, LogEntry entry) {
    if (entry instanceof LogEntry.Call call) {
      append(out, call);
    } else if (entry instanceof LogEntry.Event event) {
      append(out, event);
    } else {
      append(out, (LogEntry.Printed) entry);
    }
  }

  void append(StringBuilder out, LogEntry.Call call);

  void append(StringBuilder out, LogEntry.Event event);

  void append(StringBuilder out, LogEntry.Printed printed);

  /** The trace id of a W3C traceparent, {@code 00-TRACE-PARENT-FLAGS}; empty if it is none. */
  static String traceId(RequestContext request) {
    String text = request.traceparent();
    boolean fits = text.length() >= 55 && text.charAt(2) == '-' && text.charAt(35) == '-';
    return fits ? text.substring(3, 35) : "";
  }
}
