package dev.kiln.server.http;

import dev.kiln.server.calls.PendingCalls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;

/**
 * Writes the responses of one connection as fast as the peer reads them, and closes the connection
 * if the peer reads nothing for too long.
 */
final class ResponseWriter {
  /** How much of a response is handed to the socket at a time. */
  private static final int SLICE = 256 << 10;

  private final PendingCalls pending;
  private final ConnectionTimer timer;
  private final Duration writeTimeout;

  ResponseWriter(PendingCalls pending, ConnectionTimer wait, Duration writeTimeout) {
    this.pending = pending;
    this.timer = wait;
    this.writeTimeout = writeTimeout;
  }

  /**
   * Sends all of it.
   *
   * @param sent called behind the last byte, or when no more can be sent
   */
  void send(ChannelHandlerContext ctx, HttpReply reply, Runnable sent) {
    pending.begin();
    Runnable behind =
        () -> {
          pending.end();
          sent.run();
        };
    timer.closeAfter(ctx, writeTimeout);
    byte[] body = reply.body();
    reply.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    if (body.length > SLICE) {
      ctx.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, reply.status(), reply.headers()));
      sendFrom(ctx, body, 0, behind);
    } else {
      ByteBuf content = Unpooled.wrappedBuffer(body);
      ctx.writeAndFlush(
              new DefaultFullHttpResponse(
                  HttpVersion.HTTP_1_1,
                  reply.status(),
                  content,
                  reply.headers(),
                  EmptyHttpHeaders.INSTANCE))
          .addListener(_ -> behind.run());
    }
  }

  /** One slice behind the other: the socket copies what it is handed. */
  private void sendFrom(ChannelHandlerContext ctx, byte[] body, int from, Runnable sent) {
    int size = Math.min(SLICE, body.length - from);
    boolean last = from + size == body.length;
    ByteBuf slice = Unpooled.wrappedBuffer(body, from, size);
    ctx.writeAndFlush(last ? new DefaultLastHttpContent(slice) : new DefaultHttpContent(slice))
        .addListener(
            written -> {
              if (last || !written.isSuccess()) {
                sent.run();
              } else {
                timer.closeAfter(ctx, writeTimeout);
                sendFrom(ctx, body, from + size, sent);
              }
            });
  }
}
