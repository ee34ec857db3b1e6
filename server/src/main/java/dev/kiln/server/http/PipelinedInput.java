package dev.kiln.server.http;

import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Keeps pipelined input that arrives before the current request is answered. Once it holds much, it
 * stops reading from the connection.
 */
final class PipelinedInput {
  private static final int MAX_BYTES = 64 << 10;

  /** What a head, and each of its fields, is taken to hold beside its text. */
  private static final int OBJECT_OVERHEAD = 64;

  private final Queue<Object> messages = new ArrayDeque<>();
  private int bytes;

  void add(ChannelHandlerContext ctx, Object message) {
    messages.add(message);
    bytes += message instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
    bytes += message instanceof HttpRequest head ? size(head) : 0;
    if (bytes > MAX_BYTES) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  private static int size(HttpRequest head) {
    int size = 4 * OBJECT_OVERHEAD + head.uri().length();
    for (var field : head.headers()) {
      size += OBJECT_OVERHEAD + field.getKey().length() + field.getValue().length();
    }
    return size;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /** The oldest, which is the caller's to release. */
  Object remove() {
    return messages.remove();
  }

  /** Reads on if all of it had its turn. */
  void resumeReading(ChannelHandlerContext ctx) {
    if (messages.isEmpty() && bytes > 0) {
      bytes = 0;
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** Nobody wants it any more. */
  void release() {
    messages.forEach(ReferenceCountUtil::release);
    messages.clear();
  }
}
