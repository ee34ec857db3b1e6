package dev.kiln.server.grpc;

import dev.kiln.server.calls.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Counts what a connection of HTTP/2 refuses by itself, which is known only from the frames that
 * say so: RST_STREAM for a stream, GOAWAY for the connection.
 */
final class Http2ErrorCounter extends ChannelOutboundHandlerAdapter {
  private static final int RESET_LENGTH = 13;
  private static final int TYPE_OFFSET = 3;
  private static final int RESET_CODE_OFFSET = 9;

  private final BiConsumer<Refusal.Reason, String> refused;

  Http2ErrorCounter(BiConsumer<Refusal.Reason, String> refused) {
    this.refused = refused;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf frame && isReset(frame)) {
      long code = frame.getUnsignedInt(frame.readerIndex() + RESET_CODE_OFFSET);
      reason(code).ifPresent(reason -> refused.accept(reason, "a stream: " + name(code)));
    }
    ctx.write(message, promise);
  }

  /** Netty writes each such frame as one buffer. */
  private static boolean isReset(ByteBuf frame) {
    return frame.readableBytes() == RESET_LENGTH
        && frame.getMedium(frame.readerIndex()) == Integer.BYTES
        && frame.getByte(frame.readerIndex() + TYPE_OFFSET) == Http2FrameTypes.RST_STREAM;
  }

  /** Hears of GOAWAY. */
  Http2Connection.Listener listener() {
    return new Http2ConnectionAdapter() {
      @Override
      public void onGoAwaySent(int lastStream, long code, ByteBuf debugData) {
        String text = debugData.toString(StandardCharsets.UTF_8);
        reason(code)
            .ifPresent(
                reason -> refused.accept(reason, "a connection: " + name(code) + ": " + text));
      }
    };
  }

  private static String name(long code) {
    Http2Error known = Http2Error.valueOf(code);
    return known == null ? "error " + code : known.name();
  }

  /** What the client did; empty if the error is not the client's. */
  private static Optional<Refusal.Reason> reason(long code) {
    Http2Error error = Http2Error.valueOf(code);
    if (error == null) {
      return Optional.empty();
    }
    return switch (error) {
      case PROTOCOL_ERROR,
          FLOW_CONTROL_ERROR,
          SETTINGS_TIMEOUT,
          STREAM_CLOSED,
          FRAME_SIZE_ERROR,
          COMPRESSION_ERROR ->
          Optional.of(Refusal.Reason.MALFORMED);
      case REFUSED_STREAM -> Optional.of(Refusal.Reason.TOO_MANY_CALLS);
      case ENHANCE_YOUR_CALM -> Optional.of(Refusal.Reason.FLOOD);
      case NO_ERROR,
          INTERNAL_ERROR,
          CANCEL,
          CONNECT_ERROR,
          INADEQUATE_SECURITY,
          HTTP_1_1_REQUIRED ->
          Optional.empty();
    };
  }
}
