package dev.kiln.bench.load.callers;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One gRPC message, assembled from its frames: a flag, the length and the bytes. */
final class GrpcMessage {
  private static final int HEAD = 5;

  private final ByteBuffer head = ByteBuffer.allocate(HEAD);
  private byte @Nullable [] bytes;
  private int size;

  /** A message with its prefix, as it is sent. */
  static byte[] framed(byte[] message) {
    return ByteBuffer.allocate(HEAD + message.length)
        .put((byte) 0) // not compressed
        .putInt(message.length)
        .put(message)
        .array();
  }

  void add(ByteBuf part) {
    while (head.hasRemaining() && part.isReadable()) {
      head.put(part.readByte());
    }
    if (head.hasRemaining()) {
      return;
    }
    if (bytes == null) {
      bytes = new byte[head.getInt(1)];
    }
    int more = Math.min(part.readableBytes(), bytes.length - size);
    part.readBytes(bytes, size, more);
    size += more;
  }

  /** The first mismatch of the message; empty if it carries the expected list and no failure. */
  String mismatch(ByteBuffer expected) {
    if (bytes == null || size < bytes.length) {
      return "no whole message";
    }
    return EvaluateAnswer.mismatch(bytes, expected);
  }
}
