package dev.kiln.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes log lines on a thread of its own, so that a caller never waits for a slow reader. The
 * queue is bounded; lines that do not fit, or cannot be written, are dropped and counted.
 */
final class AsyncLineWriter {
  /** About how many bytes may wait. */
  private static final long MAX_WAITING_BYTES = 4L << 20;

  /** What is written at once: more than this, and the JDK copies it through the heap of C. */
  private static final int CHUNK = 7 << 10;

  /** A buffer that one long line has made larger is not kept. */
  private static final int LARGEST_KEPT = 64 << 10;

  /**
   * How long lines gather before they are written. To wake the thread for each would cost its
   * caller more than to write it.
   */
  private static final Duration GATHER_TIME = Duration.ofMillis(5);

  private final OutputStream to;
  private final LogLayout layout;
  private final Queue<LogEntry> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile boolean idle; // the writer sleeps until somebody wakes it
  private volatile boolean closing;

  // of the writer's thread alone
  private StringBuilder text = new StringBuilder();
  private long lines;
  private long reportedDrops;
  private boolean isLineIncomplete;

  AsyncLineWriter(OutputStream to, LogLayout layout) {
    this.to = to;
    this.layout = layout;
    this.thread = Thread.ofPlatform().daemon().name("log").start(this::run);
  }

  /** Has it written soon, or drops it. */
  void offer(LogEntry entry) {
    if (closing || !reserve(entry.weight())) {
      dropped.incrementAndGet();
      return;
    }
    waiting.add(entry);
    if (idle) {
      idle = false;
      LockSupport.unpark(thread);
    }
  }

  private boolean reserve(int weight) {
    boolean fits = waitingBytes.addAndGet(weight) <= MAX_WAITING_BYTES;
    if (!fits) {
      waitingBytes.addAndGet(-weight);
    }
    return fits;
  }

  /** How many lines were lost. */
  long dropped() {
    return dropped.get();
  }

  private void run() {
    while (!closing || !waiting.isEmpty()) {
      if (waiting.isEmpty()) {
        sleep();
      } else {
        try {
          writeAll();
        } catch (RuntimeException | Error e) { // a host without a log is worse than a lost line
          dropped.addAndGet(lines);
          clear();
        }
        pause();
      }
    }
  }

  private void sleep() {
    idle = true; // before the look: whoever adds looks at it behind that
    if (waiting.isEmpty() && !closing) {
      LockSupport.park(this);
    }
    idle = false;
    var _ = Thread.interrupted(); // means nothing here, and would keep it from sleeping
  }

  private void pause() {
    if (!closing) {
      LockSupport.parkNanos(this, GATHER_TIME.toNanos());
    }
  }

  private void writeAll() {
    for (LogEntry next = waiting.poll(); next != null; next = waiting.poll()) {
      waitingBytes.addAndGet(-next.weight());
      append(next);
      if (text.length() >= CHUNK) {
        flush();
      }
    }
    flush();
  }

  private void append(LogEntry entry) {
    int before = text.length();
    try {
      layout.append(text, entry);
      lines++;
    } catch (RuntimeException | Error e) { // costs this line alone
      text.setLength(before);
      dropped.incrementAndGet();
    }
  }

  private void flush() {
    long all = dropped.get();
    if (all > reportedDrops) {
      layout.append(text, dropped(all - reportedDrops));
    }
    try {
      to.write((isLineIncomplete ? "\n" + text : text.toString()).getBytes(StandardCharsets.UTF_8));
      isLineIncomplete = false;
      reportedDrops = all;
    } catch (IOException e) { // a full disk, a closed pipe: it may heal
      isLineIncomplete = true;
      dropped.addAndGet(lines);
    }
    clear();
  }

  private void clear() {
    lines = 0;
    text.setLength(0);
    if (text.capacity() > LARGEST_KEPT) {
      text = new StringBuilder();
    }
  }

  private static LogEntry.Event dropped(long count) {
    return LogEntry.Event.of(
        LogLevel.WARN,
        "dropped",
        "lines of the log were dropped, for stderr did not take them: " + count,
        Map.of("lines", Long.toString(count)));
  }

  /** Writes what waits, as far as that can be done in this time; what comes later is dropped. */
  void close(Duration within) {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(within);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
