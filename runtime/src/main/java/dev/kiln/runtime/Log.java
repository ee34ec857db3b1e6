package dev.kiln.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receives what a function writes to its stderr. A door reads the end of it, or has it passed on at
 * once.
 */
public final class Log {
  static final ScopedValue<Log> CURRENT = ScopedValue.newInstance();

  private @Nullable PrintStream stream; // guarded by this; most functions write nothing
  private final Tail tail;

  private Log(@Nullable PrintStream stream, Tail tail) {
    this.stream = stream;
    this.tail = tail;
  }

  /** Keeps the last {@code limit} bytes. */
  public static Log keeping(int limit) {
    return new Log(null, new Tail(limit));
  }

  /** Passes everything on and keeps nothing. */
  public static Log passingTo(PrintStream stream) {
    return new Log(stream, new Tail(0));
  }

  /** The log of the call that runs on this thread, if one does. */
  public static Optional<Log> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** The stream that the function writes to. Thread-safe. */
  public synchronized PrintStream stream() {
    if (stream == null) {
      stream = new PrintStream(tail, true, StandardCharsets.UTF_8);
    }
    return stream;
  }

  /** The end of the output, up to the limit. */
  public byte[] tail() {
    return tail.bytes();
  }

  /** Whether more was written than was kept. */
  public boolean truncated() {
    return tail.truncated();
  }

  /** A ring that remembers the last bytes written to it. */
  private static final class Tail extends OutputStream {
    private final int limit;
    private byte[] ring = {}; // guarded by this; grows up to the limit
    private long written; // guarded by this

    Tail(int limit) {
      this.limit = limit;
    }

    @Override
    public synchronized void write(int b) {
      if (written < limit && written == ring.length) {
        long more = Math.max(ring.length * 2L, 256);
        ring = java.util.Arrays.copyOf(ring, (int) Math.min(more, limit));
      }
      if (limit > 0) {
        ring[(int) (written % limit)] = (byte) b;
      }
      written++;
    }

    synchronized byte[] bytes() {
      int kept = (int) Math.min(written, limit);
      var bytes = new byte[kept];
      for (int i = 0; i < kept; i++) {
        bytes[i] = ring[(int) ((written - kept + i) % limit)];
      }
      return bytes;
    }

    synchronized boolean truncated() {
      return written > limit;
    }
  }
}
