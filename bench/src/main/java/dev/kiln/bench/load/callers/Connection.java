package dev.kiln.bench.load.callers;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;

/** Opens the connections of callers. */
final class Connection {
  private static final int MOST_AT_ONCE = 64 << 10;

  private Connection() {}

  /** Opens a connection whose bytes the handler receives. */
  static Channel open(EventLoop loop, InetSocketAddress server, ChannelHandler handler) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(MOST_AT_ONCE))
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel connection) {
                connection.pipeline().addLast(handler);
              }
            })
        .connect(server)
        .syncUninterruptibly()
        .channel();
  }
}
