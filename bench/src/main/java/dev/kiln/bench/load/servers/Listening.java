package dev.kiln.bench.load.servers;

import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The log lines of a server that is ready: {@code http: listening on HOST:PORT}. */
final class Listening {
  private static final Pattern LINE =
      Pattern.compile("^(\\w+): listening on ([\\w.]+):(\\d+)\\R", Pattern.MULTILINE);

  private Listening() {}

  /** The line for one door. */
  static String line(Door door, InetSocketAddress address) {
    return "%s: listening on %s:%d"
        .formatted(door.label(), address.getAddress().getHostAddress(), address.getPort());
  }

  /** The addresses in a server's log so far. */
  static Map<Door, InetSocketAddress> in(String log) {
    var addresses = new EnumMap<Door, InetSocketAddress>(Door.class);
    Matcher line = LINE.matcher(log);
    while (line.find()) {
      for (Door door : Door.values()) {
        if (line.group(1).equals(door.label())) {
          addresses.put(
              door, new InetSocketAddress(line.group(2), Integer.parseInt(line.group(3))));
        }
      }
    }
    return addresses;
  }
}
