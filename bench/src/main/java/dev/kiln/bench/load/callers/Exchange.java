package dev.kiln.bench.load.callers;

import java.nio.ByteBuffer;

/**
 * A list to send and the list that must come back. Both are read-only, and all callers share them.
 */
public final class Exchange {
  private final byte[] request;
  private final byte[] expected;

  public Exchange(byte[] request, byte[] expected) {
    this.request = request.clone();
    this.expected = expected.clone();
  }

  ByteBuffer request() {
    return ByteBuffer.wrap(request).asReadOnlyBuffer();
  }

  ByteBuffer expected() {
    return ByteBuffer.wrap(expected).asReadOnlyBuffer();
  }
}
