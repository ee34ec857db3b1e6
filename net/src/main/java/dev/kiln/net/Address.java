package dev.kiln.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** Where a listener is to be found, as it stands on the command line. */
public sealed interface Address {
  /**
   * Reads {@code host:port}, {@code [::1]:port}, {@code :port} or {@code unix:///path.sock}.
   *
   * @throws BadAddress if it is none of these
   */
  static Address parse(String text) {
    return AddressText.listener(text);
  }

  /** If only this machine can reach it: a loopback address, or a socket in the file system. */
  boolean isLocal();

  /** If no two listeners can have both. Port 0 is any free one, and a different one each time. */
  boolean clashesWith(Address other);

  /**
   * An address for TCP.
   *
   * @param host a name or a literal without brackets; empty for all interfaces
   * @param port 0 for any that is free
   */
  record Tcp(String host, int port) implements Address {
    @Override
    public boolean isLocal() {
      InetAddress found = socket().getAddress(); // null if nobody knows the name
      return found != null && found.isLoopbackAddress();
    }

    @Override
    public boolean clashesWith(Address other) {
      return other instanceof Tcp tcp
          && port != 0
          && port == tcp.port
          && (isAll() || tcp.isAll() || socket().equals(tcp.socket()));
    }

    /** A host name is looked up now; if nobody knows it, the address stays unresolved. */
    InetSocketAddress socket() {
      return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    private boolean isAll() {
      InetAddress found = socket().getAddress(); // null if nobody knows the name
      return found != null && found.isAnyLocalAddress();
    }

    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /** A socket in the file system, at an absolute path. */
  record Unix(Path path) implements Address {
    @Override
    public boolean isLocal() {
      return true;
    }

    @Override
    public boolean clashesWith(Address other) {
      return other instanceof Unix(var its) && path.normalize().equals(its.normalize());
    }

    @Override
    public String toString() {
      return "unix://" + path;
    }
  }
}
