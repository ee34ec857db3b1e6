package dev.kiln.server.admin;

import dev.kiln.server.calls.ConnectionLimits;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that is silent for too long between requests, or whose request takes too long
 * to arrive and be answered. A client that sends or reads one byte now and then cannot hold a
 * connection.
 */
final class ConnectionTimeouts extends ChannelInboundHandlerAdapter {
  private final ConnectionLimits limits;
  private boolean busy;
  private @Nullable Future<?> end;

  ConnectionTimeouts(ConnectionLimits limits) {
    this.limits = limits;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    rest(ctx);
    ctx.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!busy) {
      busy = true;
      closeIn(ctx, limits.bodyTimeout());
    }
    ctx.fireChannelRead(message);
  }

  /** A request was answered; the next may take its time to come. */
  void rest(ChannelHandlerContext ctx) {
    busy = false;
    closeIn(ctx, limits.idleTimeout());
  }

  private void closeIn(ChannelHandlerContext ctx, Duration time) {
    cancel();
    end = ctx.executor().schedule(() -> ctx.close(), time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void cancel() {
    if (end != null) {
      end.cancel(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    cancel();
    ctx.fireChannelInactive();
  }
}
