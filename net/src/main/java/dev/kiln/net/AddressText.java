package dev.kiln.net;

import io.netty.util.NetUtil;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads one address, and says what is wrong with one that it cannot read. */
final class AddressText {
  private static final String FORMS = "host:port, [::1]:port, :port or unix:///path.sock";
  private static final String SOCKET = "unix:///path.sock";
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}_]([\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?\\.?");

  private final String text;

  AddressText(String text) {
    this.text = text;
  }

  Address read() {
    if (text.startsWith("unix:")) {
      return unix();
    }
    int scheme = text.indexOf("://");
    if (scheme >= 0) {
      throw bad("an address has no " + text.substring(0, scheme + 3), FORMS);
    }
    return text.startsWith("[") ? bracketed() : plain();
  }

  private Address.Unix unix() {
    if (!text.startsWith("unix:///")) {
      throw bad("a socket needs an absolute path after unix://", SOCKET);
    }
    if (text.endsWith("/") || text.endsWith("/.") || text.endsWith("/..")) {
      throw bad("the path has no file name", SOCKET);
    }
    try {
      return new Address.Unix(Path.of(text.substring("unix://".length())));
    } catch (InvalidPathException e) {
      throw bad("no path of this system, " + e.getReason(), SOCKET);
    }
  }

  private Address.Tcp bracketed() {
    int end = text.indexOf(']');
    if (end < 0) {
      throw bad("[ without ]", "[::1]:port");
    }
    String host = text.substring(1, end);
    if (!NetUtil.isValidIpV6Address(host)) {
      throw bad("no IPv6 address stands in the brackets", "[::1]:port");
    }
    String rest = text.substring(end + 1);
    if (!rest.startsWith(":")) {
      throw bad(rest.isEmpty() ? "no port" : "\"" + rest + "\" after ]", "[::1]:port");
    }
    return new Address.Tcp(host, port(rest.substring(1)));
  }

  private Address.Tcp plain() {
    int colon = text.lastIndexOf(':');
    if (colon != text.indexOf(':')) {
      throw bad("more than one colon, and an IPv6 address needs brackets", "[::1]:port");
    }
    if (colon < 0) {
      throw text.matches("[0-9]+") ? bad("no colon before the port", ":" + text) : noPort();
    }
    return new Address.Tcp(host(text.substring(0, colon)), port(text.substring(colon + 1)));
  }

  private String host(String host) {
    boolean digits = host.matches("[0-9.]+");
    if (host.isEmpty()
        || (digits ? NetUtil.isValidIpV4Address(host) : NAME.matcher(host).matches())) {
      return host;
    }
    throw bad("\"" + host + "\" is no host" + (host.equals("*") ? " (all are :port)" : ""), FORMS);
  }

  private int port(String port) {
    if (port.isEmpty()) {
      throw noPort();
    }
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 0xFFFF) {
      throw bad("\"" + port + "\" is no port", "a number from 0 to 65535");
    }
    return Integer.parseInt(port);
  }

  private BadAddress noPort() {
    return bad("no port", FORMS);
  }

  private BadAddress bad(String problem, String fits) {
    return new BadAddress(text, problem + " (expected: " + fits + ")");
  }
}
