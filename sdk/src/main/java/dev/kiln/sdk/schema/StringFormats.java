package dev.kiln.sdk.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** The string formats that Kubernetes checks. A format that is not listed here requires nothing. */
final class StringFormats {
  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:[.]|$)){4}(?<![.])");
  private static final Pattern HOST =
      Pattern.compile(
          "(?=.{1,253}$)[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(?:[.][a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*");
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}");
  private static final Pattern MAC =
      Pattern.compile(
          "[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2}(?:\\1[0-9a-fA-F]{2}){4}(?:(?:\\1[0-9a-fA-F]{2}){2})?)");
  private static final Pattern DURATION =
      Pattern.compile("(?:[0-9]+(?:[.][0-9]+)?(?:ns|us|µs|ms|s|m|h))+|[0-9]+ *[a-z]+");

  private static final Pattern BASE64 =
      Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

  private StringFormats() {}

  static boolean fits(String format, String text) {
    return switch (format) {
      case "ipv4" -> IPV4.matcher(text).matches();
      case "ipv6" -> isIpv6(text);
      case "cidr" -> isCidr(text);
      case "hostname" -> HOST.matcher(text).matches();
      case "email" -> EMAIL.matcher(text).matches();
      case "uri" -> isUri(text);
      case "uuid" -> UUID.matcher(text).matches();
      case "mac" -> MAC.matcher(text).matches();
      case "byte" -> BASE64.matcher(text).matches();
      case "date" -> isDate(text);
      case "date-time" -> isDateTime(text);
      case "duration" -> DURATION.matcher(text).matches();
      default -> true;
    };
  }

  private static boolean isIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return countGroups(text, true) == 8;
    }
    int before = countGroups(text.substring(0, gap), false);
    int after = countGroups(text.substring(gap + 2), true);
    return before >= 0 && after >= 0 && before + after < 8;
  }

  /**
   * The number of 16-bit groups, -1 if the text is invalid. An IPv4 address at the end counts as
   * two.
   */
  private static int countGroups(String text, boolean last) {
    if (text.isEmpty()) {
      return 0;
    }
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      if (last && i == parts.length - 1 && IPV4.matcher(parts[i]).matches()) {
        count += 2;
      } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
        count++;
      } else {
        return -1;
      }
    }
    return count;
  }

  private static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
      return false;
    }
    String address = text.substring(0, slash);
    int bits = Integer.parseInt(text.substring(slash + 1));
    return IPV4.matcher(address).matches() ? bits <= 32 : isIpv6(address) && bits <= 128;
  }

  private static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute() || text.startsWith("/");
    } catch (URISyntaxException _) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    try {
      return LocalDate.parse(text) != null;
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    try {
      return OffsetDateTime.parse(text) != null;
    } catch (DateTimeException _) {
      return false;
    }
  }
}
