package dev.kiln.server.logs;

import dev.kiln.server.calls.CallListener;
import dev.kiln.server.calls.CompletedCall;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;

/**
 * The log of a host: a line for each call and for each event, on its stderr. To tell it something
 * costs the time to put it into a line; who reads stderr slowly, or not at all, loses lines and
 * slows nobody. Never what is in a list. Safe for many threads.
 */
public final class HostLog implements CallListener, AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final LogCalls calls;
  private final AsyncLineWriter writer;

  /**
   * A log that begins to write at once.
   *
   * @param stderr without a buffer, and not closed
   * @param calls which of them have a line
   */
  public HostLog(OutputStream stderr, LogFormat format, LogCalls calls) {
    this.calls = calls;
    this.writer = new AsyncLineWriter(stderr, LogLayout.of(format));
  }

  @Override
  public void completed(CompletedCall call) {
    if (calls.includes(call.ending())) {
      writer.offer(new LogEntry.Call(System.currentTimeMillis(), call));
    }
  }

  /** A door can be reached; a script may wait for this line. */
  public void listening(String door, String address) {
    var fields = Map.of("door", door, "address", address);
    info("listening", door + ": listening on " + address, fields);
  }

  /** Something happened that is as it should be. */
  public void info(String event, String message) {
    info(event, message, Map.of());
  }

  /**
   * Something happened that is as it should be.
   *
   * @param event its kind, one word
   * @param message a line for a person, which says all there is to say
   * @param fields what of it a program may want to know, by names of one word
   */
  public void info(String event, String message, Map<String, String> fields) {
    writer.offer(LogEntry.Event.of(LogLevel.INFO, event, message, fields));
  }

  /** Something that somebody should look at. */
  public void warn(String event, String message) {
    warn(event, message, Map.of());
  }

  /** Something that somebody should look at, as {@link #info(String, String, Map)}. */
  public void warn(String event, String message, Map<String, String> fields) {
    writer.offer(LogEntry.Event.of(LogLevel.WARN, event, message, fields));
  }

  /** Something we got wrong; of the cause the log has the frames and no message. */
  public void fault(String message, Throwable cause) {
    long now = System.currentTimeMillis();
    writer.offer(new LogEntry.Event(now, LogLevel.ERROR, "fault", message, Map.of(), cause));
  }

  /** A line that somebody printed, without its end. */
  void printed(String line) {
    writer.offer(new LogEntry.Printed(System.currentTimeMillis(), line));
  }

  /** How many lines were lost because stderr did not take them. */
  public long dropped() {
    return writer.dropped();
  }

  /** Writes what was told before, unless that takes too long. What comes later is dropped. */
  @Override
  public void close() {
    writer.close(CLOSE_TIMEOUT);
  }
}
