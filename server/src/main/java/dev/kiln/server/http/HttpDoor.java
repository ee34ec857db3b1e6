package dev.kiln.server.http;

import dev.kiln.runtime.Ending;
import dev.kiln.server.admission.Admission;
import dev.kiln.server.calls.ConnectionCount;
import dev.kiln.server.calls.DoorSetup;
import dev.kiln.server.calls.HandshakeFailures;
import dev.kiln.server.calls.PendingCalls;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RequestContext;
import dev.kiln.server.calls.ShortReads;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Listens for HTTP, and gives each connection its handlers. */
public final class HttpDoor implements AutoCloseable {
  /** The name of the door in metrics and in the log. */
  static final String DOOR = "http";

  private static final int BACKLOG = 1024;

  private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

  /** If nobody connects for so long as a door closes, nobody waits to be accepted. */
  private static final Duration QUIET = Duration.ofMillis(5);

  /** The most that comes of a socket at once, and so in one piece. */
  private static final int ONE_READ = 64 << 10;

  private final DoorSetup setup;
  private final ChannelGroup connections =
      new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final ConnectionCount count;
  private final PendingCalls pending = new PendingCalls();
  private final Admission admission;
  private @Nullable Channel listener;
  private String address = "";

  private HttpDoor(DoorSetup setup) {
    this.setup = setup;
    this.count = new ConnectionCount(setup.limits());
    LastAnswer.prepare();
    this.admission = new Admission(setup.evaluator(), 0, 0);
  }

  /**
   * Listens.
   *
   * @throws IOException if the address cannot be had
   */
  public static HttpDoor open(DoorSetup setup) throws IOException {
    var door = new HttpDoor(setup);
    door.listen();
    return door;
  }

  private void listen() throws IOException {
    var bound =
        new ServerBootstrap()
            .group(setup.eventLoops())
            .channel(setup.binding().channelType())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new ShortReads())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    initConnection(channel);
                  }
                })
            .bind(setup.binding().socketAddress())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      setup.binding().close();
      throw new IOException(bound.cause());
    }
    listener = bound.channel();
    address = setup.binding().open(bound.channel().localAddress());
  }

  private void initConnection(Channel channel) {
    if (channel instanceof SocketChannel socket) {
      socket.config().setTcpNoDelay(true);
    }
    ChannelPipeline pipeline = channel.pipeline();
    Optional<Refusal.Reason> tooMany = count.add(channel);
    tooMany.ifPresent(reason -> refused(reason, count.describe(reason), channel));
    synchronized (connections) { // several event loops accept at once
      if (connections.size() >= 2L * setup.limits().maxConnections()) {
        channel.close(); // as many are being turned away already, which has its price too
        return;
      }
      connections.add(channel);
    }
    SslContext tls = setup.tls();
    if (tls != null) {
      SslHandler handler = tls.newHandler(channel.alloc());
      handler.setHandshakeTimeoutMillis(setup.limits().bodyTimeout().toMillis());
      pipeline.addLast(new HandshakeFailures(DOOR, setup.refusals()), handler);
    }
    if (tooMany.isPresent()) {
      rejectConnection(channel, count.describe(tooMany.get()));
      return;
    }
    if (channel instanceof SocketChannel socket) {
      socket.config().setAllowHalfClosure(true);
    } else {
      HalfClosableReads.use(channel);
    }
    var connection = new HttpServerConnection(setup, admission, pending);
    pipeline.addLast(new InputNotifier(connection));
    pipeline.addLast(
        new HttpServerCodec(
            new HttpDecoderConfig()
                .setMaxInitialLineLength(setup.limits().maxHeaderBytes())
                .setMaxHeaderSize(setup.limits().maxHeaderBytes())
                .setMaxChunkSize(ONE_READ)));
    pipeline.addLast(connection);
  }

  private void refused(Refusal.Reason reason, String detail, Channel channel) {
    setup.refusals().refused(Refusal.of(DOOR, reason, detail, channel.remoteAddress()));
  }

  private void rejectConnection(Channel channel, String why) {
    Problem problem = Problem.of(new Ending.Busy(why));
    HttpReply reply = HttpReply.of(problem, MediaType.YAML, RequestContext.of(DOOR, "", ""));
    channel.pipeline().addLast(new DiscardHandler());
    channel
        .writeAndFlush(encode(reply))
        .addListener(
            _ -> LingeringClose.begin(channel, LingeringClose.LINGER)); // others are waiting
  }

  private static ByteBuf encode(HttpReply reply) {
    var head = new StringBuilder("HTTP/1.1 ").append(reply.status()).append("\r\n");
    reply.headers().forEach(h -> head.append(h.getKey() + ": " + h.getValue() + "\r\n"));
    head.append("connection: close\r\ncontent-length: " + reply.body().length + "\r\n\r\n");
    return Unpooled.wrappedBuffer(
        head.toString().getBytes(StandardCharsets.US_ASCII), reply.body());
  }

  /** Tells a connection of bytes before they make sense. */
  private static final class InputNotifier extends ChannelInboundHandlerAdapter {
    private final HttpServerConnection connection;

    InputNotifier(HttpServerConnection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      connection.inputArrived(ctx);
      ctx.fireChannelRead(message);
    }
  }

  /** The address as people write it. */
  public String address() {
    return address;
  }

  /** How many connections there are. */
  public int connections() {
    return count.open();
  }

  /**
   * Waits until every request that was taken has its answer.
   *
   * @return whether they have
   */
  public boolean awaitEnd(Duration limit) throws InterruptedException {
    return pending.await(limit);
  }

  /**
   * Listens no more and closes every connection. Those that have not had an answer yet get a moment
   * to ask, because a reset would not tell them that nothing ran.
   */
  @Override
  public void close() {
    setup.binding().close(); // a socket in the file system can be reached no more
    if (listener != null) {
      stopListening(listener);
    }
    connections.forEach(each -> each.pipeline().fireUserEventTriggered(DoorEvent.CLOSING));
    connections.newCloseFuture().awaitUninterruptibly(CLOSE_GRACE.toMillis());
    connections.close().awaitUninterruptibly();
  }

  /** The system resets what waits to be accepted when its listener closes. */
  private void stopListening(Channel open) {
    MaxMessagesRecvByteBufAllocator accepted = open.config().getRecvByteBufAllocator();
    accepted.maxMessagesPerRead(BACKLOG);
    open.pipeline().addFirst(new CloseBehindAccepted());
    open.eventLoop().schedule(() -> open.close(), QUIET.toMillis(), TimeUnit.MILLISECONDS);
    open.closeFuture().awaitUninterruptibly();
    for (EventExecutor loop : setup.eventLoops()) {
      loop.submit(() -> {}).awaitUninterruptibly(); // it knows the accepted ones from now on
    }
  }

  /** Closes a listener that has just accepted all that waited. */
  private static final class CloseBehindAccepted extends ChannelInboundHandlerAdapter {
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.fireChannelReadComplete();
      ctx.close();
    }
  }

  /** What a door tells its connections. */
  enum DoorEvent {
    CLOSING
  }
}
