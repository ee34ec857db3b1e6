package dev.kiln.server.grpc;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Tells a sender to stop that goes on though it has its answer: a reset without an error, as HTTP/2
 * has it for this (RFC 9113, section 8.1). gRPC leaves such a stream open.
 */
final class EarlyAnswers extends ChannelInboundHandlerAdapter {
  /** Listens as soon as there is HTTP/2 to listen to, which is behind the handshake. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var http2 = context.pipeline().get(Http2ConnectionHandler.class);
    if (http2 != null) {
      http2.connection().addListener(new Listener(http2, context.pipeline().context(http2)));
      context.pipeline().remove(this);
    }
    context.fireChannelRead(message);
  }

  private static final class Listener extends Http2ConnectionAdapter {
    private final Http2ConnectionHandler http2;
    private final ChannelHandlerContext context;

    Listener(Http2ConnectionHandler http2, ChannelHandlerContext context) {
      this.http2 = http2;
      this.context = context;
    }

    @Override
    public void onStreamHalfClosed(Http2Stream stream) {
      if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
        context.executor().execute(() -> stop(stream)); // behind the frame that ended our side
      }
    }

    private void stop(Http2Stream stream) {
      if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
        http2.resetStream(context, stream.id(), Http2Error.NO_ERROR.code(), context.newPromise());
        context.flush();
      }
    }
  }
}
