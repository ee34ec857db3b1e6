package dev.kiln.runtime.instances;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads what an instance has written so far, without blocking. It does not wait for the end of the
 * pipe, because a process that the instance left behind may hold it open for ever.
 */
final class PipeReader {
  private static final int MIN_BUFFER = 8 << 10;

  private final InputStream stream;
  private final long limit;
  private byte[] bytes = {};
  private int size;

  PipeReader(InputStream stream, long limit) {
    this.stream = stream;
    this.limit = limit;
  }

  /** Reads the available bytes; false if there are none, or the limit is reached. */
  boolean read() throws IOException {
    // The JDK empties the pipe on a thread of its own when the process ends, holding this lock.
    synchronized (stream) {
      int there = (int) Math.min(stream.available(), limit + 1 - size);
      if (there <= 0) {
        return false;
      }
      if (bytes.length - size < there) {
        int wanted =
            Math.max(Math.max(MIN_BUFFER, there), Math.min(size, Integer.MAX_VALUE - 8 - size));
        bytes = Arrays.copyOf(bytes, size + wanted);
      }
      int count = stream.read(bytes, size, there);
      size += Math.max(0, count);
      return count > 0;
    }
  }

  /** Whether the instance wrote more than the limit. */
  boolean isOverLimit() {
    return size > limit;
  }

  /** The bytes read since the last call of this method. */
  byte[] takeNewBytes() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  /** All bytes read. The caller owns the array, so nothing may be read afterwards. */
  byte[] bytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }
}
