package dev.kiln.server.logs;

import dev.kiln.server.calls.Request;

/** Makes lines of what was told; for one thread. */
interface Layout {
  static Layout of(LogFormat format) {
    return switch (format) {
      case TEXT -> new TextLayout();
      case JSON -> new JsonLayout();
    };
  }

  /** Appends it with the line break at its end. */
  default void append(StringBuilder out, Entry entry) {
    if (entry instanceof Entry.Call call) {
      append(out, call);
    } else if (entry instanceof Entry.Event event) {
      append(out, event);
    } else {
      append(out, (Entry.Printed) entry);
    }
  }

  void append(StringBuilder out, Entry.Call call);

  void append(StringBuilder out, Entry.Event event);

  void append(StringBuilder out, Entry.Printed printed);

  /** The trace id of a W3C traceparent, {@code 00-TRACE-PARENT-FLAGS}; empty if it is none. */
  static String traceId(Request request) {
    String text = request.traceparent();
    boolean fits = text.length() >= 55 && text.charAt(2) == '-' && text.charAt(35) == '-';
    return fits ? text.substring(3, 35) : "";
  }
}
