package dev.kiln.server.calls;

import dev.kiln.runtime.ClientShare;
import dev.kiln.server.callers.Credentials;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The clients that have connections now, to any door, each with its share of the host. A client is
 * whoever shows the same certificate or, without one, comes from the same address. Thread-safe.
 */
public final class Clients {
  /** Of an IPv6 address, what a provider gives to one customer. */
  private static final int IPV6_PREFIX_BYTES = 8;

  private final Map<Object, Client> clients = new HashMap<>(); // guarded by this

  private static final class Client {
    final ClientShare share = ClientShare.ofClient();
    int connections;
  }

  /** A connection of a client, until it is closed. */
  public final class Connection implements AutoCloseable {
    private final Object client;
    private final ClientShare share;

    private Connection(Object client, ClientShare share) {
      this.client = client;
      this.share = share;
    }

    /** Its share of the host. */
    public ClientShare share() {
      return share;
    }

    /** The connection is gone. */
    @Override
    public void close() {
      disconnected(client);
    }
  }

  /**
   * A connection was opened.
   *
   * @param tls null without TLS
   */
  public Connection connected(@Nullable SocketAddress from, @Nullable SSLSession tls) {
    Object key =
        Credentials.subject(tls).<Object>map(subject -> subject).orElseGet(() -> address(from));
    synchronized (this) {
      Client client = clients.computeIfAbsent(key, _ -> new Client());
      client.connections++;
      return new Connection(key, client.share.ofConnection());
    }
  }

  private synchronized void disconnected(Object key) {
    Client client = clients.get(key);
    if (client != null && --client.connections == 0) {
      clients.remove(key);
    }
  }

  /** A client by its address. A socket in the file system has one: whoever may open it. */
  static Object address(@Nullable SocketAddress from) {
    InetAddress address = from instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null) {
      return "local";
    }
    return address instanceof Inet6Address && !address.isLoopbackAddress()
        ? ByteBuffer.wrap(address.getAddress(), 0, IPV6_PREFIX_BYTES)
        : address;
  }
}
