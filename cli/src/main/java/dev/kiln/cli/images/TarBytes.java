package dev.kiln.cli.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Part of a stream that is read as one of its own; closing it leaves the other open. */
final class TarBytes extends InputStream {
  private final InputStream in;
  private final LongConsumer read;
  private long left;

  /**
   * @param read receives the number of bytes that were read
   */
  TarBytes(InputStream in, long size, LongConsumer read) {
    this.in = in;
    this.left = size;
    this.read = read;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = in.read(bytes, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("it ends " + left + " bytes early");
    }
    left -= count;
    read.accept(count);
    return count;
  }
}
