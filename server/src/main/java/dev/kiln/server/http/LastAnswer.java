package dev.kiln.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;

/** The answer to a request for which no memory is left, not even for an answer of its own. */
final class LastAnswer {
  private static final String BODY =
      """
      apiVersion: v1
      kind: Status
      metadata: {}
      status: Failure
      reason: ServiceUnavailable
      code: 503
      message: there was not enough memory for this request (a larger heap, -Xmx in KILN_JAVA_OPTS, prevents that)
      """;

  private static final ByteBuf BYTES =
      Unpooled.unreleasableBuffer(
          Unpooled.copiedBuffer(
                  "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n"
                      + "content-type: text/yaml\r\ncontent-length: "
                      + BODY.length()
                      + "\r\n\r\n"
                      + BODY,
                  StandardCharsets.US_ASCII)
              .asReadOnly());

  private LastAnswer() {}

  /** Allocates the answer now, at the start of the host. */
  static void prepare() {
    BYTES.readableBytes();
  }

  /** Sends the answer past the codec, and closes the connection. */
  static void send(ChannelHandlerContext ctx) {
    ctx.pipeline()
        .context(HttpServerCodec.class)
        .writeAndFlush(BYTES.duplicate())
        .addListener(ChannelFutureListener.CLOSE);
  }
}
