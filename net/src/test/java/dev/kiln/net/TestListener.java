package dev.kiln.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A listener as a door has one. It greets and hangs up, or echoes over TLS. */
final class TestListener implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  final Binding binding;
  private final Channel channel;

  private TestListener(Binding binding, ChannelHandler handler) {
    this.binding = binding;
    try {
      channel =
          new ServerBootstrap()
              .group(loop)
              .channel(binding.channelType())
              .childHandler(handler)
              .bind(binding.socketAddress())
              .syncUninterruptibly()
              .channel();
    } catch (RuntimeException e) {
      close(loop);
      throw e;
    }
  }

  static TestListener on(String address) {
    return on(address, Binding.SOCKET_MODE);
  }

  static TestListener on(String address, Set<PosixFilePermission> mode) {
    return new TestListener(Binding.of(Address.parse(address), mode), new Greeter());
  }

  static TestListener echoing(SslContext tls) {
    var echo =
        new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Echo());
          }
        };
    return new TestListener(Binding.of(Address.parse("localhost:0"), Binding.SOCKET_MODE), echo);
  }

  String open() {
    return binding.open(channel.localAddress());
  }

  SocketAddress bound() {
    return channel.localAddress();
  }

  static String greeting(SocketAddress address) throws IOException {
    try (var client = SocketChannel.open(address)) {
      return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /** As a host ends: first nobody listens, then the address is given back. */
  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    close(loop);
    binding.close();
  }

  private static void close(MultiThreadIoEventLoopGroup loop) {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Sharable
  private static final class Greeter extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      var hello = Unpooled.copiedBuffer("hello", StandardCharsets.US_ASCII);
      ctx.writeAndFlush(hello).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      ctx.writeAndFlush(bytes);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close(); // a handshake that failed; the client tells
    }
  }
}
