package dev.kiln.server.calls;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts the connections of one door, in all and for each client address. Thread-safe. */
public final class ConnectionCount {
  private final ConnectionLimits limits;
  private final Map<Object, Integer> byAddress = new HashMap<>(); // guarded by this
  private int open; // guarded by this

  public ConnectionCount(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** How many connections are open. */
  public synchronized int open() {
    return open;
  }

  /**
   * Counts a connection until it is closed, unless there are too many.
   *
   * @return the limit that is reached; empty if the connection may stay
   */
  public Optional<Refusal.Reason> add(Channel connection) {
    SocketAddress from = connection.remoteAddress();
    Optional<Refusal.Reason> refused = take(from);
    if (refused.isEmpty()) {
      connection.closeFuture().addListener(_ -> giveBack(from));
    }
    return refused;
  }

  private synchronized Optional<Refusal.Reason> take(SocketAddress from) {
    if (open >= limits.maxConnections()) {
      return Optional.of(Refusal.Reason.TOO_MANY_CONNECTIONS);
    }
    Object key = Clients.address(from);
    // A socket in the file system has no addresses: all its clients would be one.
    if (from instanceof InetSocketAddress
        && byAddress.getOrDefault(key, 0) >= limits.maxConnectionsPerClient()) {
      return Optional.of(Refusal.Reason.TOO_MANY_CONNECTIONS_OF_CLIENT);
    }
    open++;
    byAddress.merge(key, 1, Integer::sum);
    return Optional.empty();
  }

  private synchronized void giveBack(SocketAddress from) {
    open--;
    byAddress.computeIfPresent(Clients.address(from), (_, n) -> n == 1 ? null : n - 1);
  }

  /** Says which limit is reached, and what raises it. */
  public String describe(Refusal.Reason reason) {
    return reason == Refusal.Reason.TOO_MANY_CONNECTIONS
        ? limits.maxConnections()
            + " connections are open (--max-connections or KRM_FUNCTION_MAX_CONNECTIONS allows"
            + " more)"
        : limits.maxConnectionsPerClient()
            + " connections from this address are open (--max-connections-per-client or"
            + " KRM_FUNCTION_MAX_CONNECTIONS_PER_CLIENT allows more)";
  }
}
