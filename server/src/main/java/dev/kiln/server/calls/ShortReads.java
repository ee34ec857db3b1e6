package dev.kiln.server.calls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Reads once from each connection in turn, and less from one whose bytes take long to handle. By
 * default, an event loop reads up to 16 times before it turns to the next connection, so a few that
 * flood it would delay all others: 64 kB of tiny chunks or requests take it several milliseconds.
 */
@SuppressWarnings("deprecation") // the interfaces that Netty requires
public final class ShortReads implements RecvByteBufAllocator {
  /** Tiny chunks of so many bytes take a fraction of a millisecond; large bodies are read well. */
  static final int MIN = 8 << 10;

  static final int MAX = 64 << 10;

  /** How long the handlers should take at most for what was read at once. */
  static final long TURN_NANOS = 500_000;

  @Override
  public ExtendedHandle newHandle() {
    return new ShortHandle();
  }

  /** Of one connection, on its event loop. */
  static final class ShortHandle implements ExtendedHandle {
    private int size = MIN;
    private int attempted;
    private int last;
    private long readAt;

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      return allocator.ioBuffer(size);
    }

    @Override
    public int guess() {
      return size;
    }

    @Override
    public void reset(ChannelConfig config) {
      last = 0;
    }

    @Override
    public void incMessagesRead(int count) {
      // one is all there is
    }

    @Override
    public void lastBytesRead(int bytes) {
      last = bytes;
      readAt = System.nanoTime();
    }

    @Override
    public int lastBytesRead() {
      return last;
    }

    @Override
    public void attemptedBytesRead(int bytes) {
      attempted = bytes;
    }

    @Override
    public int attemptedBytesRead() {
      return attempted;
    }

    @Override
    public boolean continueReading() {
      return false;
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier mayHaveMore) {
      return false;
    }

    /** The handlers have what was read. */
    @Override
    public void readComplete() {
      if (last > 0) {
        adapt(System.nanoTime() - readAt);
      }
    }

    void adapt(long nanos) {
      if (nanos > TURN_NANOS) {
        size = Math.max(MIN, size / 2);
      } else if (last >= size && nanos < TURN_NANOS / 2) {
        size = Math.min(MAX, size * 2);
      } else if (last < size / 4) {
        size = Math.max(MIN, size / 2);
      }
    }
  }
}
