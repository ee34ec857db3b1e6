package dev.kiln.server.grpc;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Tells a sender to stop that has its answer already (RFC 9113, section 8.1), which gRPC does not.
 */
final class SenderReset extends Http2ConnectionAdapter {
  private final Http2ConnectionHandler http2;
  private final ChannelHandlerContext context;

  SenderReset(Http2ConnectionHandler http2, ChannelHandlerContext context) {
    this.http2 = http2;
    this.context = context;
  }

  @Override
  public void onStreamHalfClosed(Http2Stream stream) {
    if (isAnswered(stream)) {
      context.executor().execute(() -> reset(stream)); // behind the frame that ends our side
    }
  }

  private static boolean isAnswered(Http2Stream stream) {
    return stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL;
  }

  private void reset(Http2Stream stream) {
    if (isAnswered(stream)) {
      http2.resetStream(context, stream.id(), Http2Error.NO_ERROR.code(), context.newPromise());
      context.flush();
    }
  }
}
