package dev.kiln.server.admin;

import dev.kiln.net.Binding;
import dev.kiln.server.calls.ConnectionCount;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.HandshakeFailures;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.compression.StandardCompressionOptions;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens at the admin address: a small HTTP server for probes, Prometheus and people. It goes on
 * answering while the host drains, until it is closed.
 */
public final class AdminDoor implements AutoCloseable {
  /** The name of the door in metrics and in the log. */
  static final String DOOR = "admin";

  /** Nobody sends anything here. */
  private static final int MAX_BODY = 1 << 10;

  private final Setup setup;
  private final PageRenderer maker;
  private final ConnectionCount count;
  private final ChannelGroup connections =
      new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true); // closed once, closed for good
  private @Nullable Channel listener; // written before anybody else sees this
  private String address = ""; // as above

  /**
   * What it is made of.
   *
   * @param binding its address, closed with it
   * @param tls null for plain text
   * @param limits what holds for a request's body holds here for a request as a whole
   * @param refusals receives what is no request for a page
   * @param faults receives the errors of pages; called on any thread, must not block
   * @param eventLoops accept connections and serve them
   */
  public record Setup(
      Binding binding,
      @Nullable SslContext tls,
      ConnectionLimits limits,
      Pages pages,
      RefusalListener refusals,
      Consumer<Throwable> faults,
      EventLoopGroup eventLoops) {}

  private AdminDoor(Setup setup) {
    this.setup = setup;
    this.count = new ConnectionCount(setup.limits());
    this.maker = new PageRenderer(setup.pages(), setup.faults());
  }

  /**
   * Listens from now on. What a bind throws is thrown as it is, and then nothing listens.
   *
   * @throws dev.kiln.net.BadAddress if the address cannot be published
   */
  public static AdminDoor open(Setup setup) {
    var door = new AdminDoor(setup);
    try {
      door.listen();
      return door;
    } catch (Throwable e) {
      door.close();
      throw e;
    }
  }

  private void listen() {
    Channel bound =
        new ServerBootstrap()
            .group(setup.eventLoops())
            .channel(setup.binding().channelType())
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(new Connections())
            .bind(setup.binding().socketAddress())
            .syncUninterruptibly()
            .channel();
    listener = bound;
    address = setup.binding().open(bound.localAddress());
  }

  /** Where it listens, as people write it. */
  public String address() {
    return address;
  }

  /** How many connections there are. */
  public int connections() {
    return count.open();
  }

  private final class Connections extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      connections.add(channel);
      Optional<Refusal.Reason> tooMany = count.add(channel);
      if (tooMany.isPresent()) {
        setup
            .refusals()
            .refused(
                Refusal.of(
                    DOOR, tooMany.get(), count.describe(tooMany.get()), channel.remoteAddress()));
        channel.close();
        return;
      }
      ChannelPipeline pipeline = channel.pipeline();
      var patience = new ConnectionTimeouts(setup.limits());
      pipeline.addLast(patience);
      if (setup.tls() != null) {
        pipeline.addLast(new HandshakeFailures(DOOR, setup.refusals()));
        pipeline.addLast(setup.tls().newHandler(channel.alloc()));
      }
      pipeline.addLast(
          new HttpServerCodec(
              new HttpDecoderConfig()
                  .setMaxInitialLineLength(setup.limits().maxHeaderBytes())
                  .setMaxHeaderSize(setup.limits().maxHeaderBytes())),
          new HttpServerKeepAliveHandler(),
          new HttpContentCompressor(StandardCompressionOptions.gzip()),
          new HttpObjectAggregator(MAX_BODY),
          new AdminConnection(maker, patience, setup.refusals()));
    }
  }

  /** Closes every connection, and the listener first. */
  @Override
  public void close() {
    if (listener != null) {
      listener.close().awaitUninterruptibly();
    }
    setup.binding().close();
    connections.close().awaitUninterruptibly();
    maker.close();
  }
}
