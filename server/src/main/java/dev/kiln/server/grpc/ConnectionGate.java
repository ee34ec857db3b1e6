package dev.kiln.server.grpc;

import dev.kiln.server.calls.ConnectionCount;
import dev.kiln.server.calls.ConnectionLimits;
import dev.kiln.server.calls.HandshakeFailures;
import dev.kiln.server.calls.Refusal;
import dev.kiln.server.calls.RefusalListener;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;
import java.util.Set;

/** Lets so many connections in at once; one more is closed before a byte is read. */
@Sharable
final class ConnectionGate extends ChannelInboundHandlerAdapter {
  private final ConnectionCount count;
  private final Set<String> methods;
  private final RefusalListener refusals;

  /**
   * For one door.
   *
   * @param methods the full names of all methods that are served
   */
  ConnectionGate(ConnectionLimits limits, Set<String> methods, RefusalListener refusals) {
    this.count = new ConnectionCount(limits);
    this.methods = methods;
    this.refusals = refusals;
  }

  /** How many are in. */
  int open() {
    return count.open();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var connection = (Channel) message; // what a server channel reads
    Optional<Refusal.Reason> tooMany = count.add(connection);
    if (tooMany.isPresent()) {
      refusals.refused(
          Refusal.of(
              GrpcDoor.DOOR,
              tooMany.get(),
              count.describe(tooMany.get()),
              connection.remoteAddress()));
      connection.unsafe().closeForcibly(); // no event loop has it yet
    } else {
      connection
          .pipeline()
          .addFirst(
              new Http2Setup(methods, refusals), new HandshakeFailures(GrpcDoor.DOOR, refusals));
      context.fireChannelRead(message);
    }
  }
}
