package dev.kiln.server.calls;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/** How an event loop reads from its connections. */
public final class Reads {
  /**
   * Reads once from each connection in turn. By default a loop reads up to 16 times before it turns
   * to the next connection, so a few that flood it would delay all others.
   */
  public static final RecvByteBufAllocator ONE_A_TURN =
      new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1);

  private Reads() {}
}
