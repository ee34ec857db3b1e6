package dev.kiln.bench.load.servers;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The lower bound for HTTP: Netty returns the body without reading it. */
final class HttpEcho extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final int MAX_BODY_BYTES = 64 << 20;

  public static void main(String[] args) throws InterruptedException, SSLException {
    Optional<SslContext> tls = EchoTls.http(args);
    var loops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory());
    Channel channel =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    tls.ifPresent(
                        context ->
                            connection.pipeline().addLast(context.newHandler(connection.alloc())));
                    connection
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(MAX_BODY_BYTES),
                            new HttpEcho());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    System.err.println(Listening.line(Door.HTTP, (InetSocketAddress) channel.localAddress()));
    channel.closeFuture().sync();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, request.content().retain());
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/yaml");
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
    context.writeAndFlush(response, context.voidPromise());
  }
}
