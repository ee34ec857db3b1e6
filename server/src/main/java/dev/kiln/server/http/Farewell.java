package dev.kiln.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection whose other side may still be sending. To close it at once would be a reset,
 * which takes the answer away from it; so what comes is dropped for a while.
 */
final class Farewell extends ChannelInboundHandlerAdapter {
  private static final int LINGER_SECONDS = 2;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }

  /** Says that nothing more will come, and closes once the other side did, or after a while. */
  static void to(Channel channel) {
    Future<?> end =
        channel.eventLoop().schedule(() -> close(channel), LINGER_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(_ -> end.cancel(false));
    channel.config().setAutoRead(true);
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls != null) {
      tls.closeOutbound();
    } else if (channel instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }

  private static void close(Channel channel) {
    channel.close();
  }
}
