package dev.kiln.runtime.remote;

import java.nio.file.Path;

/**
 * Where a v2 server is, and what it speaks there.
 *
 * @param tls whether over TLS
 * @param path what to post to by HTTP, {@code /} as a rule
 */
public record RemoteAddress(Protocol protocol, boolean tls, Place place, String path) {
  /** Where to connect to. */
  public sealed interface Place {}

  /**
   * A port of a host.
   *
   * @param host a name or a literal without brackets
   */
  public record Tcp(String host, int port) implements Place {
    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /** A socket in the file system. */
  public record Unix(Path path) implements Place {
    @Override
    public String toString() {
      return path.toString();
    }
  }

  /**
   * Reads {@code http://host:port/path}, {@code https://…}, {@code grpc://host:port}, {@code
   * grpcs://…}, {@code unix:///path.sock} (HTTP), {@code http+unix:///path.sock} or {@code
   * grpc+unix:///path.sock}.
   *
   * @throws IllegalArgumentException if it is none of these; one line for its writer
   */
  public static RemoteAddress parse(String text) {
    return new RemoteAddressParser(text).read();
  }

  /** A socket in the file system, without TLS. */
  public static RemoteAddress unix(Protocol protocol, Path socket) {
    return new RemoteAddress(protocol, false, new Unix(socket), "/");
  }

  /** A port, without TLS. */
  public static RemoteAddress tcp(Protocol protocol, String host, int port) {
    return new RemoteAddress(protocol, false, new Tcp(host, port), "/");
  }

  /** How a server is told to listen here: {@code host:port} or {@code unix:///path.sock}. */
  public String listening() {
    return place instanceof Unix ? "unix://" + place : place.toString();
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    String scheme = protocol == Protocol.GRPC ? "grpc" : "http";
    return place instanceof Unix
        ? scheme + "+unix://" + place
        : scheme + (tls ? "s" : "") + "://" + place + (path.equals("/") ? "" : path);
  }
}
