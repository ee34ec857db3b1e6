package dev.kiln.net;

import java.util.function.IntPredicate;

/**
 * The target of an HTTP request, and the host to which it goes. A proxy may have chosen this server
 * by either, so nothing is accepted that the proxy could read in another way.
 */
public final class RequestTarget {
  private static final String IN_HOST_NAMES = "-._~!$&'()*+,;=%";

  private RequestTarget() {}

  /**
   * The path and query of a target: of {@code /path?query}, or of the same behind {@code
   * http://host}.
   *
   * @throws IllegalArgumentException if the target has another form
   */
  public static String pathAndQuery(String target) {
    if (!isAll(target, c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException("it has a character that no address has");
    }
    if (target.startsWith("/")) {
      return target;
    }
    String address = withoutScheme(target);
    int end = 0;
    while (end < address.length() && "/?".indexOf(address.charAt(end)) < 0) {
      end++;
    }
    if (end == 0 || !isHost(address.substring(0, end))) {
      throw new IllegalArgumentException("it is neither a path nor an address");
    }
    return address.substring(end);
  }

  private static String withoutScheme(String target) {
    for (String scheme : new String[] {"http://", "https://"}) {
      if (target.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return target.substring(scheme.length());
      }
    }
    return "";
  }

  /** Whether the text is a host, perhaps with a port (RFC 9110, section 7.2). */
  public static boolean isHost(String text) {
    int end = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
    String name = end < 0 ? text : text.substring(0, end);
    return (name.startsWith("[") ? isAddress(name) : isName(name))
        && isPort(text.substring(name.length()));
  }

  private static boolean isAddress(String name) {
    return name.length() > 2
        && isAll(
            name.substring(1, name.length() - 1),
            c -> c == ':' || c == '.' || (c < 128 && Character.digit(c, 16) >= 0));
  }

  private static boolean isName(String name) {
    return isAll(
        name, c -> c < 128 && (Character.isLetterOrDigit(c) || IN_HOST_NAMES.indexOf(c) >= 0));
  }

  private static boolean isPort(String rest) {
    return rest.isEmpty()
        || (rest.charAt(0) == ':' && isAll(rest.substring(1), c -> c >= '0' && c <= '9'));
  }

  /** Without a stream, whose classes take longer to load than the first call takes. */
  private static boolean isAll(String text, IntPredicate allowed) {
    for (int i = 0; i < text.length(); i++) {
      if (!allowed.test(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
