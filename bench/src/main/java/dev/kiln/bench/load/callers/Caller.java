package dev.kiln.bench.load.callers;

import com.google.protobuf.ByteString;

/** Makes calls and checks their outcomes. */
public interface Caller extends AutoCloseable {
  /** A call that must be answered with these bytes. */
  CheckedCall answered(ByteString list, ByteString expected);

  @Override
  void close();
}
