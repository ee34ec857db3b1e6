package dev.kiln.cli.images;

import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.util.function.Supplier;

/** A stream whose end is reached only if its bytes are those of a digest. */
final class CheckedBytes extends DigestInputStream {
  private static final int SKIPPED = 1 << 16;

  private final Digest expected;
  private final Supplier<ImageException> damaged;
  private boolean ended;

  CheckedBytes(InputStream in, Digest digest, Supplier<ImageException> damaged) {
    super(in, digest.newMessageDigest());
    this.expected = digest;
    this.damaged = damaged;
  }

  @Override
  public int read() throws IOException {
    return checked(super.read());
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return checked(super.read(bytes, offset, length));
  }

  private int checked(int read) {
    if (read < 0 && !ended) {
      ended = true;
      if (!expected.isOf(getMessageDigest())) {
        throw damaged.get();
      }
    }
    return read;
  }

  /** Nothing is passed over: all of it counts. */
  @Override
  public long skip(long count) throws IOException {
    return readNBytes((int) Math.min(count, SKIPPED)).length;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
