package dev.kiln.runtime.remote;

import dev.kiln.net.AddressText;
import java.util.regex.Pattern;

/** Parses the address of a server, and reports what is wrong with an invalid one. */
final class RemoteAddressParser {
  private static final String FORMS =
      "http://host:port, https://host:port, grpc://host:port, grpcs://host:port,"
          + " unix:///path.sock, http+unix:///path.sock or grpc+unix:///path.sock";
  private static final Pattern PATH = Pattern.compile("/[\\p{Graph}&&[^?#]]*");
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final String text;
  private final AddressText parts;

  RemoteAddressParser(String text) {
    this.text = text;
    this.parts = AddressText.ofServer(text, FORMS);
  }

  RemoteAddress read() {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      throw parts.invalid("no scheme", FORMS);
    }
    String rest = text.substring(scheme + "://".length());
    return switch (text.substring(0, scheme)) {
      case "http" -> tcp(Protocol.HTTP, false, rest, HTTP_PORT);
      case "https" -> tcp(Protocol.HTTP, true, rest, HTTPS_PORT);
      case "grpc" -> tcp(Protocol.GRPC, false, rest, -1);
      case "grpcs" -> tcp(Protocol.GRPC, true, rest, -1);
      case "unix", "http+unix" -> unix(Protocol.HTTP, rest);
      case "grpc+unix" -> unix(Protocol.GRPC, rest);
      default -> throw parts.invalid("no server speaks " + text.substring(0, scheme), FORMS);
    };
  }

  private RemoteAddress unix(Protocol protocol, String path) {
    return new RemoteAddress(protocol, false, parts.socket(path), "/");
  }

  private RemoteAddress tcp(Protocol protocol, boolean tls, String rest, int usualPort) {
    int slash = rest.indexOf('/');
    String place = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "/" : rest.substring(slash);
    if (!PATH.matcher(path).matches()) {
      throw parts.invalid("\"" + path + "\" is no path without query", "/functions/name");
    }
    if (protocol == Protocol.GRPC && !path.equals("/")) {
      throw parts.invalid("gRPC has no path", "grpc://host:port");
    }
    return new RemoteAddress(protocol, tls, parts.port(place, usualPort), path);
  }
}
