package dev.kiln.conformance.targets;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/** Finds out whether a server that sends nothing readable expects TLS. */
final class TlsProbe {
  private static final long SECONDS = 5;

  private TlsProbe() {}

  static boolean isSpokenAt(SocketAddress address) {
    try {
      SslContext anybody =
          SslContextBuilder.forClient()
              .trustManager(InsecureTrustManagerFactory.INSTANCE) // no secret is sent to it
              .build();
      return isSpokenAt(address, anybody);
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isSpokenAt(SocketAddress address, SslContext anybody)
      throws InterruptedException {
    Channel channel =
        new Bootstrap()
            .group(ChannelTypes.LOOP)
            .channel(ChannelTypes.channel(address))
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(anybody.newHandler(channel.alloc()), new Silence());
                  }
                })
            .connect(address)
            .await()
            .channel();
    try {
      SslHandler handler = channel.pipeline().get(SslHandler.class);
      return handler != null
          && handler.handshakeFuture().await(SECONDS, TimeUnit.SECONDS)
          && handler.handshakeFuture().isSuccess();
    } finally {
      channel.close();
    }
  }

  /** What goes wrong, the handshake knows. */
  private static final class Silence extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
