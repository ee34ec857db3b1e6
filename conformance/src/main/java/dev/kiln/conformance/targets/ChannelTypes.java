package dev.kiln.conformance.targets;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** Chooses the Netty channel type for an address. */
final class ChannelTypes {
  /** One thread is enough for what waits most of the time. */
  static final EventLoopGroup LOOP =
      new MultiThreadIoEventLoopGroup(
          1, Thread.ofPlatform().daemon().factory(), NioIoHandler.newFactory());

  private ChannelTypes() {}

  /** The kind of channel that reaches an address. */
  static Class<? extends Channel> channel(SocketAddress address) {
    return address instanceof UnixDomainSocketAddress
        ? NioDomainSocketChannel.class
        : NioSocketChannel.class;
  }
}
