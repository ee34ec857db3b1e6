package dev.kiln.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose peer may still be sending. To close it at once would send a reset,
 * which may destroy the answer before the peer reads it; so this reads on for a while, as long as
 * bytes arrive. The handlers behind ignore them.
 */
final class LingeringClose extends ChannelInboundHandlerAdapter {
  /** How long the peer may be silent. */
  static final Duration LINGER = Duration.ofSeconds(2);

  private final long end;
  private long lastInputAt = System.nanoTime(); // of the event loop, as the next one
  private @Nullable Future<?> pendingCheck;

  private LingeringClose(Duration most) {
    this.end = lastInputAt + most.toNanos();
  }

  /**
   * Shuts the output down, and closes the connection once the peer did the same or was silent for
   * long.
   *
   * @param most how long that may take if the client keeps sending
   */
  static void begin(Channel channel, Duration most) {
    channel.pipeline().addFirst(new LingeringClose(most));
    channel.config().setAutoRead(true);
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.closeOutbound();
    } else if (channel instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    scheduleCheck(ctx, LINGER.toNanos());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    lastInputAt = System.nanoTime();
    ctx.fireChannelRead(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ctx.close(); // the peer did the same
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  private void scheduleCheck(ChannelHandlerContext ctx, long nanos) {
    pendingCheck = ctx.executor().schedule(() -> closeIfSilent(ctx), nanos, TimeUnit.NANOSECONDS);
  }

  private void closeIfSilent(ChannelHandlerContext ctx) {
    long now = System.nanoTime();
    long left = Math.min(lastInputAt + LINGER.toNanos() - now, end - now);
    if (left > 0) {
      scheduleCheck(ctx, left);
    } else {
      ctx.close();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (pendingCheck != null) {
      pendingCheck.cancel(false);
    }
  }
}
