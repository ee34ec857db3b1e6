package dev.kiln.conformance.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a program is started as a server.
 *
 * @param function which of its functions; empty if there is no choice
 * @param doors those that it has
 * @param patience how long a call may take
 */
public record Launch(Program program, String function, Set<Door> doors, Duration patience) {
  /** How long a start may take. */
  public static final Duration START = Duration.ofSeconds(30);

  /** Starts one on free ports, which its variables name, and waits until it listens. */
  public Target open(String text, List<String> arguments) throws BadTarget {
    var at = new EnumMap<Door, InetSocketAddress>(Door.class);
    doors.stream().filter(door -> door != Door.STDIN).forEach(door -> at.put(door, Ports.free()));
    Server server = start(arguments, at);
    var callers = new EnumMap<Door, Caller>(Door.class);
    at.forEach((door, address) -> callers.put(door, caller(door, address)));
    if (doors.contains(Door.STDIN)) {
      callers.put(Door.STDIN, new StdinDoor(program, patience));
    }
    return new Target(
        text,
        callers,
        Optional.of(program),
        Optional.empty(),
        Optional.of(this),
        Optional.of(server),
        true);
  }

  /** By variables; who reads flags only is to be judged as well. */
  private Server start(List<String> arguments, Map<Door, InetSocketAddress> at) throws BadTarget {
    var variables = new HashMap<String, String>();
    var flags = new ArrayList<>(arguments);
    at.forEach(
        (door, address) -> {
          variables.put(Ports.variable(door), Ports.text(address));
          flags.addAll(List.of(Ports.flag(door), Ports.text(address)));
        });
    try {
      Server byVariables = program.serve(arguments, variables);
      if (listens(byVariables, at)) {
        return byVariables;
      }
      Server byFlags = program.serve(flags, Map.of());
      if (listens(byFlags, at)) {
        return byFlags;
      }
      throw new BadTarget(
          "it does not listen where variables ask it to, %s, and not where flags do%s; it said:%n%s"
              .formatted(
                  variables,
                  doors.size() > 1 ? " (if it lacks a door, name those that it has: --door)" : "",
                  (byVariables.said() + "\n" + byFlags.said()).strip()));
    } catch (IOException e) {
      throw new BadTarget("cannot be started: " + e.getMessage());
    }
  }

  /** Ends it if it does not. */
  private static boolean listens(Server server, Map<Door, InetSocketAddress> at) {
    boolean all =
        at.values().stream()
            .allMatch(address -> Ports.awaitListening(Ports.text(address), server, START));
    if (!all) {
      server.close();
    }
    return all;
  }

  /** A way to one that listens there. */
  public Caller caller(Door door, SocketAddress address) {
    return caller(door, address, "/", function, patience);
  }

  static Caller caller(
      Door door, SocketAddress address, String path, String function, Duration patience) {
    String host =
        address instanceof InetSocketAddress tcp
            ? tcp.getHostString() + ":" + tcp.getPort()
            : "localhost";
    return door == Door.GRPC
        ? new GrpcDoor(address, function, patience)
        : new HttpDoor(address, host, path, function, patience);
  }
}
