package dev.kiln.conformance.targets;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One connection on which requests are written byte by byte, to send requests that no client
 * library would send.
 */
public final class RawHttpConnection implements AutoCloseable {
  private static final int MOST = Integer.MAX_VALUE;
  private static final int MOST_HEADERS = 1 << 20;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Channel channel;

  /** What can be waited for. */
  private sealed interface Event permits ResponseEvent, EndEvent {}

  private record ResponseEvent(HttpReply reply) implements Event {}

  private record EndEvent(IOException why) implements Event {}

  private RawHttpConnection(SocketAddress address, boolean isHead) throws IOException {
    try {
      channel =
          new Bootstrap()
              .group(ChannelTypes.LOOP)
              .channel(ChannelTypes.channel(address))
              .handler(pipeline(isHead))
              .connect(address)
              .sync()
              .channel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (Exception e) { // Netty throws the channel's, which is checked, without saying so
      throw new IOException("no answer there: " + e.getMessage(), e);
    }
  }

  /** Connects; an answer to HEAD has no body whatever its length says. */
  static RawHttpConnection open(SocketAddress address, boolean isHead) throws IOException {
    return new RawHttpConnection(address, isHead);
  }

  private ChannelInitializer<Channel> pipeline(boolean isHead) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(new Decoder(isHead), new HttpObjectAggregator(MOST), new Events());
      }
    };
  }

  /** Writes these bytes and nothing else. */
  public void send(byte[] bytes) {
    channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
  }

  /** The next response, interim ones too. */
  public HttpReply next(Duration patience) throws IOException {
    try {
      return switch (events.poll(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        case null -> throw new IOException("no response within " + patience.toSeconds() + " s");
        case ResponseEvent(var reply) -> reply;
        case EndEvent(var why) -> throw why;
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
  }

  private static final class Decoder extends HttpResponseDecoder {
    private final boolean isHead;

    Decoder(boolean isHead) {
      super(MOST_HEADERS, MOST_HEADERS, MOST_HEADERS);
      this.isHead = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      return isHead || super.isContentAlwaysEmpty(message);
    }
  }

  private final class Events extends SimpleChannelInboundHandler<FullHttpResponse> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
      if (response.decoderResult().isFailure()) {
        String why = "no HTTP: " + response.decoderResult().cause().getMessage();
        events.add(new EndEvent(new ProtocolException(why)));
        return;
      }
      var headers = new TreeMap<String, List<String>>();
      response
          .headers()
          .forEach(
              header ->
                  headers
                      .computeIfAbsent(
                          header.getKey().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                      .add(header.getValue()));
      byte[] body = ByteBufUtil.getBytes(response.content());
      events.add(new ResponseEvent(new HttpReply(response.status().code(), headers, body)));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      events.add(new EndEvent(new IOException("the connection was closed without a response")));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      events.add(
          new EndEvent(new IOException("the connection broke: " + cause.getMessage(), cause)));
    }
  }
}
