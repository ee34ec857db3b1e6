package dev.kiln.server.calls;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that a door refused before it was a call.
 *
 * @param door {@code http}, {@code grpc} or {@code admin}
 * @param detail what was wrong with it, in words; it may quote the client
 * @param client the address of the client
 */
public record Refusal(String door, Reason reason, String detail, String client) {
  /** Why. */
  public enum Reason {
    TOO_MANY_CONNECTIONS,
    TOO_MANY_CONNECTIONS_OF_CLIENT,
    TLS_HANDSHAKE,
    MALFORMED,
    HEADERS_TOO_LARGE,
    WRONG_METHOD,
    WRONG_PATH,
    WRONG_CONTENT_TYPE,
    TOO_MANY_CALLS,
    FLOOD,
    UNAUTHENTICATED;

    /** As metrics and logs name it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One of a connection.
   *
   * @param client the other end of it, null if it is unknown
   */
  public static Refusal of(
      String door, Reason reason, String detail, @Nullable SocketAddress client) {
    String from =
        client instanceof InetSocketAddress inet && inet.getAddress() != null
            ? NetUtil.toAddressString(inet.getAddress())
            : "a local client";
    return new Refusal(door, reason, detail, from);
  }
}
