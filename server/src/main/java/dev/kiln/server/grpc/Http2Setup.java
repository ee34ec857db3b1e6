package dev.kiln.server.grpc;

import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Gives a connection what gRPC does not. Joins it as soon as there is HTTP/2, which is behind the
 * handshake.
 */
final class Http2Setup extends ChannelInboundHandlerAdapter {
  private final Set<String> methods;
  private final RefusalListener refusals;

  /**
   * For one connection.
   *
   * @param methods the full names of all methods that are served
   */
  Http2Setup(Set<String> methods, RefusalListener refusals) {
    this.methods = methods;
    this.refusals = refusals;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var http2 = context.pipeline().get(Http2ConnectionHandler.class);
    if (http2 != null) {
      ChannelHandlerContext its = context.pipeline().context(http2);
      var client = context.channel().remoteAddress();
      BiConsumer<Refusal.Reason, String> refused =
          (reason, detail) -> refusals.refused(Refusal.of(GrpcDoor.DOOR, reason, detail, client));
      var errors = new Http2ErrorCounter(refused);
      context.pipeline().addBefore(its.name(), null, errors);
      http2.connection().addListener(errors.listener());
      http2.connection().addListener(new SenderReset(http2, its));
      http2
          .decoder()
          .frameListener(
              new RequestHeadersCheck(
                  http2.decoder().frameListener(), http2.connection(), methods, refused));
      context.pipeline().remove(this);
    }
    context.fireChannelRead(message);
  }
}
