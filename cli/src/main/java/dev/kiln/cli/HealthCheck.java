package dev.kiln.cli;

import dev.kiln.flags.Flag;
import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.server.DoorFlags;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to ask a host, and what it answers if it is well. Only bytes are sent, for this runs anew
 * every few seconds.
 *
 * @param door which one is asked
 * @param request empty to hang up at once: a host that lives hangs up as well, and neither counts
 *     that as a call nor logs it
 * @param healthyStart how a good one begins
 */
record HealthCheck(String door, String address, String request, String healthyStart) {
  private static final List<Flag> FLAGS =
      List.of(DoorFlags.HTTP, DoorFlags.GRPC, DoorFlags.ADMIN, DoorFlags.ADMIN_TLS);

  private static final String GET =
      "GET /healthz HTTP/1.1\r\nHost: kiln\r\nConnection: close\r\n\r\n";

  /** By the page that is there for it. */
  static HealthCheck ofAdmin(String address) {
    return new HealthCheck("admin", address, GET, "HTTP/1.1 200");
  }

  private static HealthCheck ofDoor(String door, String address) {
    return new HealthCheck(door, address, "", "");
  }

  /**
   * For a host that was started with such words, among others, and variables; empty if it listens
   * nowhere.
   */
  static Optional<HealthCheck> of(List<String> words, Map<String, String> variables) {
    FlagValues values = new Flags(FLAGS).parse(known(words), variables);
    Optional<HealthCheck> http =
        values.find(DoorFlags.HTTP).map(found -> ofDoor("http", found.value()));
    Optional<HealthCheck> grpc =
        values.find(DoorFlags.GRPC).map(found -> ofDoor("grpc", found.value()));
    Optional<HealthCheck> door = http.or(() -> grpc);
    return values
        .find(DoorFlags.ADMIN)
        .filter(_ -> door.isPresent()) // alone it opens nothing
        .map(
            found ->
                values.find(DoorFlags.ADMIN_TLS).filter(tls -> tls.value().equals("on")).isPresent()
                    ? ofDoor("admin", found.value())
                    : ofAdmin(found.value()))
        .or(() -> door);
  }

  /** Those words of a command line that say where to listen. */
  private static List<String> known(List<String> words) {
    var known = new ArrayList<String>();
    Iterator<String> left = words.iterator();
    while (left.hasNext()) {
      String word = left.next();
      if (FLAGS.stream().anyMatch(flag -> word.startsWith(flag.name() + "="))) {
        known.add(word);
      } else if (FLAGS.stream().anyMatch(flag -> word.equals(flag.name())) && left.hasNext()) {
        known.add(word + "=" + left.next());
      }
    }
    return known;
  }
}
