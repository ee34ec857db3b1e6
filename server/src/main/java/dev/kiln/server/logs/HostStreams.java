package dev.kiln.server.logs;

import dev.kiln.runtime.Log;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What stands in for {@code System.out} and {@code System.err} while many functions share a
 * process: what a function prints during its call, on the thread it was called on, goes into the
 * log of that call; everything else goes to stderr through the host's log, a line at a time.
 */
public final class HostStreams {
  private HostStreams() {}

  /** One of them. To flush it ends the line that was begun. */
  public static PrintStream to(HostLog log) {
    return new PrintStream(new Router(log), false, StandardCharsets.UTF_8);
  }

  private static final class Router extends OutputStream {
    private final Line line; // guarded by this

    Router(HostLog log) {
      this.line = new Line(log);
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      Optional<Log> call = Log.current();
      if (call.isPresent()) {
        call.get().stream().write(bytes, from, count);
      } else {
        synchronized (this) {
          line.add(bytes, from, from + count);
        }
      }
    }

    @Override
    public void flush() {
      if (Log.current().isEmpty()) {
        synchronized (this) {
          line.end();
        }
      }
    }
  }

  /** The line that was begun and not ended. */
  private static final class Line {
    /** A longer one becomes several. */
    private static final int LONGEST = 8 << 10;

    private final HostLog log;
    private byte[] bytes = new byte[128];
    private int length;

    Line(HostLog log) {
      this.log = log;
    }

    void add(byte[] more, int from, int to) {
      for (int i = from; i < to; i++) {
        if (more[i] == '\n') {
          writeLine();
        } else {
          add(more[i]);
        }
      }
    }

    private void add(byte b) {
      boolean beginsCharacter = (b & 0xc0) != 0x80;
      if (length >= LONGEST && (beginsCharacter || length >= LONGEST + 3)) {
        writeLine();
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      bytes[length++] = b;
    }

    void end() {
      if (length > 0) {
        writeLine();
      }
    }

    private void writeLine() {
      int end = length > 0 && bytes[length - 1] == '\r' ? length - 1 : length;
      log.printed(new String(bytes, 0, end, StandardCharsets.UTF_8));
      length = 0;
    }
  }
}
