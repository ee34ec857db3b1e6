package dev.kiln.server.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets so many connections in at once; one more is closed before a byte is read. */
@Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
  private final int maxConnections;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionGate(int maxConnections) {
    this.maxConnections = maxConnections;
  }

  /** How many are in. */
  int open() {
    return open.get();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var connection = (Channel) message; // what a server channel reads
    if (open.incrementAndGet() > maxConnections) {
      open.decrementAndGet();
      connection.unsafe().closeForcibly(); // no event loop has it yet
    } else {
      connection.closeFuture().addListener(_ -> open.decrementAndGet());
      connection.pipeline().addFirst(new SenderReset());
      context.fireChannelRead(message);
    }
  }
}
