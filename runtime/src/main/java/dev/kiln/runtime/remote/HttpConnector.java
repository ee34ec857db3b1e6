package dev.kiln.runtime.remote;

import dev.kiln.net.Address.Tcp;
import dev.kiln.net.Address.Unix;
import dev.kiln.net.ClientTls;
import dev.kiln.net.NettyDefaults;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Opens connections for HTTP. If a name has several addresses, it tries them in rotation. */
final class HttpConnector {
  /** The limit for headers. One of them carries the log of a function, 48 KiB in base64. */
  private static final int MOST_HEADERS = 128 << 10;

  private static final int ONE_READ = 64 << 10;

  static {
    NettyDefaults.set();
  }

  private final RemoteAddress address;
  private final @Nullable ClientTls tls;
  private final HttpConnectionPool pool;
  private final long maxBytes;
  private final AtomicInteger rotation = new AtomicInteger();

  HttpConnector(RemoteAddress address, RemoteSettings settings, HttpConnectionPool pool) {
    this.address = address;
    this.tls = address.tls() ? ClientTls.http(settings.tls()) : null;
    this.pool = pool;
    this.maxBytes = settings.maxMessageBytes();
  }

  /**
   * Connects, including the TLS handshake.
   *
   * @throws IOException if the connection fails or is not made in time
   */
  HttpClientConnection connect(long nanos) throws IOException, InterruptedException {
    long end = System.nanoTime() + Math.min(nanos, RemoteClient.CONNECT_TIMEOUT.toNanos());
    if (tls != null) {
      tls.refresh();
    }
    IOException last = new IOException("unknown host");
    for (SocketAddress one : addresses()) {
      try {
        return connect(one, end);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private List<SocketAddress> addresses() throws IOException {
    if (address.place() instanceof Tcp(var host, int port)) {
      return rotate(InetAddress.getAllByName(host), port);
    }
    return List.of(UnixDomainSocketAddress.of(((Unix) address.place()).path()));
  }

  private List<SocketAddress> rotate(InetAddress[] hosts, int port) {
    int first = Math.floorMod(rotation.getAndIncrement(), hosts.length);
    var all = new ArrayList<SocketAddress>();
    for (int i = 0; i < hosts.length; i++) {
      all.add(new InetSocketAddress(hosts[(first + i) % hosts.length], port));
    }
    return all;
  }

  /**
   * The handlers of a channel. They are kept here, because the pipeline of a closed channel is
   * empty.
   */
  private record ChannelHandlers(HttpClientConnection connection, Future<Channel> handshake) {}

  private HttpClientConnection connect(SocketAddress to, long end)
      throws IOException, InterruptedException {
    var handlers = new CompletableFuture<ChannelHandlers>();
    ChannelFuture connecting =
        new Bootstrap()
            .group(RemoteEventLoop.GROUP)
            .channel(
                to instanceof UnixDomainSocketAddress
                    ? NioDomainSocketChannel.class
                    : NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    handlers.complete(init(channel));
                  }
                })
            .connect(to);
    Channel channel = connecting.channel();
    try {
      await(connecting, end);
      await(handlers.join().handshake(), end); // complete: init runs before connecting
      return handlers.join().connection();
    } catch (IOException | InterruptedException e) {
      channel.close();
      throw e;
    }
  }

  private static void await(Future<?> step, long end) throws IOException, InterruptedException {
    if (!step.await(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
      throw new IOException("no connection in time");
    }
    if (!step.isSuccess()) {
      throw new IOException(step.cause());
    }
  }

  private ChannelHandlers init(Channel channel) {
    Future<Channel> handshake = channel.eventLoop().newSucceededFuture(channel);
    if (channel instanceof NioSocketChannel socket) {
      socket.config().setOption(ChannelOption.TCP_NODELAY, true);
    }
    if (tls != null && address.place() instanceof Tcp(var host, int port)) {
      SslHandler handler = tls.live().newHandler(channel.alloc(), host, port);
      channel.pipeline().addLast(handler);
      handshake = handler.handshakeFuture();
    }
    var connection = new HttpClientConnection(channel, pool, maxBytes);
    channel
        .pipeline()
        .addLast(
            new HttpClientCodec(
                new HttpDecoderConfig().setMaxHeaderSize(MOST_HEADERS).setMaxChunkSize(ONE_READ),
                false,
                false))
        .addLast(connection);
    return new ChannelHandlers(connection, handshake);
  }
}
