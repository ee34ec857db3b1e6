package dev.kiln.net;

import java.net.Inet6Address;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads the parts of one address, and says what is wrong with one that it cannot read. It uses no
 * class of Netty: addresses are read before {@link NettyDefaults} are set.
 */
public final class AddressText {
  private static final String LISTENER = "host:port, [::1]:port, :port or unix:///path.sock";
  private static final String SOCKET = "unix:///path.sock";
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}_]([\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?\\.?");

  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");

  private final String text;
  private final String forms;
  private final boolean listens;

  private AddressText(String text, String forms, boolean listens) {
    this.text = text;
    this.forms = forms;
    this.listens = listens;
  }

  /**
   * The address of a server to connect to.
   *
   * @param forms the forms that such an address has, for messages
   */
  public static AddressText ofServer(String text, String forms) {
    return new AddressText(text, forms, false);
  }

  /** Reads the address of a listener. */
  static Address listener(String text) {
    return new AddressText(text, LISTENER, true).listener();
  }

  private Address listener() {
    if (text.startsWith("unix:")) {
      return socket(text.startsWith("unix://") ? text.substring("unix://".length()) : "");
    }
    int scheme = text.indexOf("://");
    if (scheme >= 0) {
      throw invalid("an address has no " + text.substring(0, scheme + 3));
    }
    if (text.matches("[0-9]+")) {
      throw invalid("no colon before the port", ":" + text);
    }
    return port(text, -1);
  }

  /**
   * Reads the absolute path of a socket.
   *
   * @throws BadAddress if it is none
   */
  public Address.Unix socket(String path) {
    if (!path.startsWith("/")) {
      throw invalid("a socket needs an absolute path after unix://", SOCKET);
    }
    if (path.endsWith("/") || path.endsWith("/.") || path.endsWith("/..")) {
      throw invalid("the path has no file name", SOCKET);
    }
    try {
      return new Address.Unix(Path.of(path));
    } catch (InvalidPathException e) {
      throw invalid("no path of this system, " + e.getReason(), SOCKET);
    }
  }

  /**
   * Reads {@code host:port} or {@code [::1]:port}.
   *
   * @param defaultPort the port if there is none in the text; negative if there must be one
   * @throws BadAddress if it is neither
   */
  public Address.Tcp port(String place, int defaultPort) {
    Address.Tcp found =
        place.startsWith("[") ? bracketed(place, defaultPort) : plain(place, defaultPort);
    if (!listens && found.host().isEmpty()) {
      throw invalid("no host");
    }
    return found;
  }

  private Address.Tcp bracketed(String place, int defaultPort) {
    int end = place.indexOf(']');
    if (end < 0) {
      throw invalid("[ without ]", "[::1]:port");
    }
    String host = place.substring(1, end);
    if (!isIpv6(host)) {
      throw invalid("no IPv6 address stands in the brackets", "[::1]:port");
    }
    String rest = place.substring(end + 1);
    if (rest.isEmpty() && defaultPort >= 0) {
      return new Address.Tcp(host, defaultPort);
    }
    if (!rest.startsWith(":")) {
      throw invalid(rest.isEmpty() ? "no port" : "\"" + rest + "\" after ]", "[::1]:port");
    }
    return new Address.Tcp(host, portNumber(rest.substring(1)));
  }

  private static boolean isIpv6(String host) {
    try {
      var _ = Inet6Address.ofLiteral(host.replaceFirst("%.+", "")); // no look-up of an interface
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Address.Tcp plain(String place, int defaultPort) {
    int colon = place.lastIndexOf(':');
    if (colon != place.indexOf(':')) {
      throw invalid("more than one colon, and an IPv6 address needs brackets", "[::1]:port");
    }
    if (colon < 0 && defaultPort < 0) {
      throw invalid("no port");
    }
    return colon < 0
        ? new Address.Tcp(host(place), defaultPort)
        : new Address.Tcp(host(place.substring(0, colon)), portNumber(place.substring(colon + 1)));
  }

  private String host(String host) {
    boolean digits = host.matches("[0-9.]+");
    if (host.isEmpty() || (digits ? IPV4 : NAME).matcher(host).matches()) {
      return host;
    }
    String hint = listens && host.equals("*") ? " (all are :port)" : "";
    throw invalid("\"" + host + "\" is no host" + hint);
  }

  private int portNumber(String port) {
    if (port.isEmpty()) {
      throw invalid("no port");
    }
    int first = listens ? 0 : 1;
    if (!port.matches("[0-9]{1,5}")
        || Integer.parseInt(port) < first
        || Integer.parseInt(port) > 0xFFFF) {
      throw invalid("\"" + port + "\" is no port", "a number from " + first + " to 65535");
    }
    return Integer.parseInt(port);
  }

  private BadAddress invalid(String problem) {
    return invalid(problem, forms);
  }

  /** What is wrong with the address, and what fits. */
  public BadAddress invalid(String problem, String fits) {
    return new BadAddress(text, problem + " (expected: " + fits + ")");
  }
}
