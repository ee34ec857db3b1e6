package dev.kiln.runtime.remote;

import dev.kiln.runtime.remote.RemoteAddress.Tcp;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Parses the address of a server, and reports what is wrong with an invalid one. */
final class RemoteAddressParser {
  private static final String FORMS =
      "http://host:port, https://host:port, grpc://host:port, grpcs://host:port,"
          + " unix:///path.sock, http+unix:///path.sock or grpc+unix:///path.sock";
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_]([\\p{L}\\p{N}_.-]*)");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]+(%[\\w.-]+)?");
  private static final Pattern PATH = Pattern.compile("/[\\p{Graph}&&[^?#]]*");
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int MOST = 0xFFFF;

  private final String text;

  RemoteAddressParser(String text) {
    this.text = text;
  }

  RemoteAddress read() {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      throw bad("no scheme", FORMS);
    }
    String rest = text.substring(scheme + "://".length());
    return switch (text.substring(0, scheme)) {
      case "http" -> tcp(Protocol.HTTP, false, rest, HTTP_PORT);
      case "https" -> tcp(Protocol.HTTP, true, rest, HTTPS_PORT);
      case "grpc" -> tcp(Protocol.GRPC, false, rest, -1);
      case "grpcs" -> tcp(Protocol.GRPC, true, rest, -1);
      case "unix", "http+unix" -> unix(Protocol.HTTP, rest);
      case "grpc+unix" -> unix(Protocol.GRPC, rest);
      default -> throw bad("no server speaks " + text.substring(0, scheme), FORMS);
    };
  }

  private RemoteAddress unix(Protocol protocol, String path) {
    if (!path.startsWith("/") || path.endsWith("/")) {
      throw bad("a socket needs an absolute path with a file name", "unix:///path.sock");
    }
    try {
      return RemoteAddress.unix(protocol, Path.of(path));
    } catch (InvalidPathException e) {
      throw bad("no path of this system, " + e.getReason(), "unix:///path.sock");
    }
  }

  private RemoteAddress tcp(Protocol protocol, boolean tls, String rest, int usualPort) {
    int slash = rest.indexOf('/');
    String place = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "/" : rest.substring(slash);
    if (!PATH.matcher(path).matches()) {
      throw bad("\"" + path + "\" is no path without query", "/functions/name");
    }
    if (protocol == Protocol.GRPC && !path.equals("/")) {
      throw bad("gRPC has no path", "grpc://host:port");
    }
    return new RemoteAddress(protocol, tls, tcp(place, usualPort), path);
  }

  private Tcp tcp(String place, int usualPort) {
    int hostEnd = place.startsWith("[") ? place.indexOf(']') + 1 : place.lastIndexOf(':');
    String host = hostEnd <= 0 && !place.startsWith(":") ? place : place.substring(0, hostEnd);
    String rest = place.substring(host.length());
    int port = rest.isEmpty() ? usualPort : port(rest);
    if (port < 0) {
      throw bad("no port", "grpc://host:port");
    }
    return new Tcp(host(host), port);
  }

  private String host(String host) {
    if (host.startsWith("[")) {
      String literal = host.endsWith("]") ? host.substring(1, host.length() - 1) : "";
      if (!literal.contains(":") || !IPV6.matcher(literal).matches()) {
        throw bad("no IPv6 address stands in brackets", "http://[::1]:port");
      }
      return literal;
    }
    if (host.contains(":")) {
      throw bad("more than one colon, and an IPv6 address needs brackets", "http://[::1]:port");
    }
    if (!NAME.matcher(host).matches()) {
      throw bad(host.isEmpty() ? "no host" : "\"" + host + "\" is no host", FORMS);
    }
    return host;
  }

  private int port(String colonAndPort) {
    String port = colonAndPort.substring(1);
    if (!colonAndPort.startsWith(":")
        || !port.matches("[0-9]{1,5}")
        || Integer.parseInt(port) > MOST
        || Integer.parseInt(port) == 0) {
      throw bad("\"" + port + "\" is no port", "a number from 1 to 65535");
    }
    return Integer.parseInt(port);
  }

  private IllegalArgumentException bad(String problem, String fits) {
    String told = "\"" + text + "\": " + problem + " (expected: " + fits + ")";
    return new IllegalArgumentException(told.replaceAll("\\p{Cntrl}", "?"));
  }
}
