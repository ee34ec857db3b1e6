package dev.kiln.server.http;

import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one timer of a connection: what it waits for, and what happens if that does not come. */
final class ConnectionTimer {
  private @Nullable Future<?> pending; // of the event loop

  /** Closes the connection then, unless something else is waited for by that time. */
  void closeAfter(ChannelHandlerContext ctx, Duration time) {
    runAfter(ctx, time, ctx::close);
  }

  void runAfter(ChannelHandlerContext ctx, Duration time, Runnable then) {
    stop();
    pending = ctx.executor().schedule(then, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  void stop() {
    if (pending != null) {
      pending.cancel(false);
      pending = null;
    }
  }
}
