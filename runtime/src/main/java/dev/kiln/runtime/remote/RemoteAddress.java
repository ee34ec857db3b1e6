package dev.kiln.runtime.remote;

import dev.kiln.net.Address;
import java.nio.file.Path;

/**
 * The address and the protocol of a v2 server.
 *
 * @param tls whether connections use TLS
 * @param place where to connect to
 * @param path the path to post to over HTTP, usually {@code /}
 */
public record RemoteAddress(Protocol protocol, boolean tls, Address place, String path) {
  /**
   * Reads {@code http://host:port/path}, {@code https://…}, {@code grpc://host:port}, {@code
   * grpcs://…}, {@code unix:///path.sock} (HTTP), {@code http+unix:///path.sock} or {@code
   * grpc+unix:///path.sock}.
   *
   * @throws IllegalArgumentException if it is none of these; the message is one line for its author
   */
  public static RemoteAddress parse(String text) {
    return new RemoteAddressParser(text).read();
  }

  /** The address of a socket in the file system, without TLS. */
  public static RemoteAddress unix(Protocol protocol, Path socket) {
    return new RemoteAddress(protocol, false, new Address.Unix(socket), "/");
  }

  /** The address of a port, without TLS. */
  public static RemoteAddress tcp(Protocol protocol, String host, int port) {
    return new RemoteAddress(protocol, false, new Address.Tcp(host, port), "/");
  }

  /**
   * The address as a server is told to listen on it: {@code host:port} or {@code
   * unix:///path.sock}.
   */
  public String listenAddress() {
    return place.toString();
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    String scheme = protocol == Protocol.GRPC ? "grpc" : "http";
    return switch (place) {
      case Address.Unix socket -> scheme + "+" + socket;
      case Address.Tcp port ->
          scheme + (tls ? "s" : "") + "://" + port + (path.equals("/") ? "" : path);
    };
  }
}
