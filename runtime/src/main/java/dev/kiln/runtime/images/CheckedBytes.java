package dev.kiln.runtime.images;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.function.Supplier;

/** A stream whose end is reached only if its bytes are those of a digest. */
final class CheckedBytes extends FilterInputStream {
  private final Digest digest;
  private final MessageDigest meter;
  private final Supplier<ImageException> damaged;
  private boolean ended;

  CheckedBytes(InputStream in, Digest digest, Supplier<ImageException> damaged) {
    super(in);
    this.digest = digest;
    this.meter = digest.meter();
    this.damaged = damaged;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = in.read(bytes, offset, length);
    if (count > 0) {
      meter.update(bytes, offset, count);
    } else if (count < 0 && !ended) {
      ended = true;
      if (!digest.isOf(meter)) {
        throw damaged.get();
      }
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    return readNBytes((int) Math.min(count, 1 << 16)).length;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
