package dev.kiln.server.logs;

import dev.kiln.runtime.Ending;
import dev.kiln.server.calls.CompletedCall;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is to be written, as it was told; made into text by whoever writes it. */
sealed interface LogEntry {
  /** When, in milliseconds since 1970. */
  long at();

  /** About how many bytes it holds on to while it waits. */
  int weight();

  /** A call that was answered. */
  record Call(long at, CompletedCall completedCall) implements LogEntry {
    @Override
    public int weight() {
      Ending ending = completedCall.ending();
      int more = ending instanceof Ending.Fault ? 8 << 10 : 2 * ending.message().length();
      return 512 + more;
    }
  }

  /** Something that happened to the host. */
  record Event(
      long at,
      LogLevel level,
      String name,
      String message,
      Map<String, String> fields,
      @Nullable Throwable cause)
      implements LogEntry {
    public Event {
      fields = new TreeMap<>(fields); // in the same order each time
    }

    static Event of(LogLevel level, String name, String message, Map<String, String> fields) {
      return new Event(System.currentTimeMillis(), level, name, message, fields, null);
    }

    @Override
    public int weight() {
      return 512 + 2 * message.length() + (cause == null ? 0 : 8 << 10);
    }
  }

  /** A line that somebody printed. */
  record Printed(long at, String line) implements LogEntry {
    @Override
    public int weight() {
      return 128 + 2 * line.length();
    }
  }
}
