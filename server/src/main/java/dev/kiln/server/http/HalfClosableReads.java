package dev.kiln.server.http;

import dev.kiln.server.calls.ShortReads;
import io.netty.channel.Channel;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Keeps a connection open whose client closed its side, as Netty does it for TCP alone. Netty
 * closes any other connection as soon as it reads the end. So this hides the end from it, and sends
 * the event instead that Netty sends for TCP.
 */
final class HalfClosableReads implements RecvByteBufAllocator {
  private final Channel connection;

  private HalfClosableReads(Channel connection) {
    this.connection = connection;
  }

  static void use(Channel connection) {
    connection.config().setRecvByteBufAllocator(new HalfClosableReads(connection));
  }

  @Override
  @SuppressWarnings("deprecation") // its type, which Netty replaces in its next version
  public Handle newHandle() {
    return new EndHidingHandle(new ShortReads().newHandle());
  }

  private final class EndHidingHandle extends DelegatingHandle implements ExtendedHandle {
    private final ExtendedHandle sizes;

    EndHidingHandle(ExtendedHandle sizes) {
      super(sizes);
      this.sizes = sizes;
    }

    @Override
    public void lastBytesRead(int bytes) {
      super.lastBytesRead(Math.max(0, bytes));
      if (bytes < 0) {
        connection.config().setAutoRead(false); // each read would find the end again
        connection
            .eventLoop()
            .execute(
                () ->
                    connection
                        .pipeline()
                        .fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE));
      }
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
      return sizes.continueReading(maybeMore);
    }
  }
}
