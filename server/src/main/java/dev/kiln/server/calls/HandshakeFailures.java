package dev.kiln.server.calls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;

/**
 * Reports a TLS handshake that fails. Stands in front of the handler of TLS, and leaves with the
 * first bytes: a client that sends none, such as a probe, did not try.
 */
public final class HandshakeFailures extends ChannelInboundHandlerAdapter {
  private final String door;
  private final RefusalListener refusals;

  public HandshakeFailures(String door, RefusalListener refusals) {
    this.door = door;
    this.refusals = refusals;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    var tls = ctx.pipeline().get(SslHandler.class);
    if (tls != null) {
      var client = ctx.channel().remoteAddress();
      tls.handshakeFuture()
          .addListener(
              handshake -> {
                if (!handshake.isSuccess()) {
                  refusals.refused(
                      Refusal.of(
                          door,
                          Refusal.Reason.TLS_HANDSHAKE,
                          Objects.toString(handshake.cause().getMessage(), "closed"),
                          client));
                }
              });
    }
    ctx.pipeline().remove(this);
    ctx.fireChannelRead(message);
  }
}
