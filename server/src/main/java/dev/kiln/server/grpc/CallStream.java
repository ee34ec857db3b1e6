package dev.kiln.server.grpc;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/2 stream below a call. gRPC cannot end it once the call is answered; this can, where the
 * caller goes on sending or does not read.
 */
final class CallStream {
  /** Of an event loop's thread: the stream whose headers it is reading. */
  private static final ThreadLocal<@Nullable CallStream> NEWEST = new ThreadLocal<>();

  private final Http2ConnectionHandler http2;
  private final ChannelHandlerContext context;
  private final Http2Stream stream;

  private CallStream(
      Http2ConnectionHandler http2, ChannelHandlerContext context, Http2Stream stream) {
    this.http2 = http2;
    this.context = context;
    this.stream = stream;
  }

  /** The one whose call begins on this thread; null if its connection was not watched. */
  static @Nullable CallStream newest() {
    CallStream newest = NEWEST.get();
    NEWEST.remove();
    return newest;
  }

  /** Ends it, whatever is still to be sent. */
  void cancel() {
    context.executor().execute(() -> reset(Http2Error.CANCEL));
  }

  private void reset(Http2Error why) {
    if (stream.state() != Http2Stream.State.CLOSED) {
      http2.resetStream(context, stream.id(), why.code(), context.newPromise());
      context.flush();
    }
  }

  /** Tells a sender to stop that has its answer already (RFC 9113, section 8.1). */
  private void stopSender() {
    if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
      reset(Http2Error.NO_ERROR);
    }
  }

  /** Watches a connection, as soon as there is HTTP/2 to watch, which is behind the handshake. */
  static final class Watch extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var http2 = context.pipeline().get(Http2ConnectionHandler.class);
      if (http2 != null) {
        http2.connection().addListener(new Listener(http2, context.pipeline().context(http2)));
        context.pipeline().remove(this);
      }
      context.fireChannelRead(message);
    }
  }

  private static final class Listener extends Http2ConnectionAdapter {
    private final Http2ConnectionHandler http2;
    private final ChannelHandlerContext context;

    Listener(Http2ConnectionHandler http2, ChannelHandlerContext context) {
      this.http2 = http2;
      this.context = context;
    }

    @Override
    public void onStreamAdded(Http2Stream stream) {
      NEWEST.set(new CallStream(http2, context, stream));
    }

    @Override
    public void onStreamHalfClosed(Http2Stream stream) {
      if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
        // behind the frame that ends our side
        context.executor().execute(new CallStream(http2, context, stream)::stopSender);
      }
    }
  }
}
