package dev.kiln.conformance.doors;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
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
    var callers = new EnumMap<Door, Caller>(Door.class);
    var variables = new HashMap<String, String>();
    for (Door door : doors) {
      if (door == Door.STDIN) {
        callers.put(door, new StdinDoor(program, patience));
      } else {
        InetSocketAddress address = Ports.free();
        variables.put(Ports.variable(door), Ports.text(address));
        callers.put(door, caller(door, address));
      }
    }
    Server server = start(arguments, variables);
    return new Target(
        text,
        callers,
        Optional.of(program),
        Optional.empty(),
        Optional.of(this),
        Optional.of(server),
        true);
  }

  private Server start(List<String> arguments, Map<String, String> variables) throws BadTarget {
    try {
      Server server = program.serve(arguments, variables);
      for (Map.Entry<String, String> each : variables.entrySet()) {
        if (!Ports.awaitListening(each.getValue(), server, START)) {
          server.close();
          throw new BadTarget(
              "it does not listen where %s=%s asks it to%s%s"
                  .formatted(
                      each.getKey(),
                      each.getValue(),
                      doors.size() > 1 ? " (if it lacks this door, name those it has: --door)" : "",
                      server.said().isEmpty() ? "" : "; it said:\n" + server.said()));
        }
      }
      return server;
    } catch (IOException e) {
      throw new BadTarget("cannot be started: " + e.getMessage());
    }
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
