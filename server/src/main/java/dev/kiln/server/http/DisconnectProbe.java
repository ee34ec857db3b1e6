package dev.kiln.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;

/**
 * Finds out whether a client is gone that closed its side of the connection. A client that only
 * says that no more requests come looks the same, until something is sent to it: the system of a
 * client that is gone answers with a reset. So this sends interim responses, which every client of
 * HTTP/1.1 must accept, though only a few, because some clients count them.
 */
final class DisconnectProbe {
  private static final int COUNT = 4;
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final int FACTOR = 4;

  private final ConnectionTimer timer;

  DisconnectProbe(ConnectionTimer timer) {
    this.timer = timer;
  }

  /** Closes the connection if the client turns out to be gone before its answer is sent. */
  void begin(ChannelHandlerContext ctx) {
    schedule(ctx, COUNT, FIRST);
  }

  private void schedule(ChannelHandlerContext ctx, int count, Duration delay) {
    if (count > 0) {
      timer.runAfter(
          ctx,
          delay,
          () -> {
            ctx.writeAndFlush(continueResponse())
                .addListener(
                    written -> {
                      if (!written.isSuccess()) {
                        ctx.close();
                      }
                    });
            schedule(ctx, count - 1, delay.multipliedBy(FACTOR));
          });
    }
  }

  static FullHttpResponse continueResponse() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }
}
