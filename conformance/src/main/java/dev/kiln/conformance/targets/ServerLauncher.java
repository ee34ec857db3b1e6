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
 * @param timeout how long a call may take
 */
public record ServerLauncher(
    TargetProgram program, String function, Set<TargetDoor> doors, Duration timeout) {
  /** How long a start may take. */
  public static final Duration START_TIMEOUT = Duration.ofSeconds(30);

  /** Starts one on free ports, which its variables name, and waits until it listens. */
  public ConformanceTarget open(String text, List<String> arguments) throws InvalidTargetException {
    var at = new EnumMap<TargetDoor, InetSocketAddress>(TargetDoor.class);
    doors.stream()
        .filter(door -> door != TargetDoor.STDIN)
        .forEach(door -> at.put(door, ServerAddresses.free()));
    TargetServer server = start(arguments, at);
    var callers = new EnumMap<TargetDoor, FunctionClient>(TargetDoor.class);
    at.forEach((door, address) -> callers.put(door, client(door, address)));
    if (doors.contains(TargetDoor.STDIN)) {
      callers.put(TargetDoor.STDIN, new StdinFunctionClient(program, timeout));
    }
    return new ConformanceTarget(
        text,
        callers,
        Optional.of(program),
        Optional.empty(),
        Optional.of(this),
        Optional.of(server),
        true);
  }

  /** By variables; who reads flags only is to be judged as well. */
  private TargetServer start(List<String> arguments, Map<TargetDoor, InetSocketAddress> at)
      throws InvalidTargetException {
    var variables = new HashMap<String, String>();
    var flags = new ArrayList<>(arguments);
    at.forEach(
        (door, address) -> {
          variables.put(ServerAddresses.variable(door), ServerAddresses.text(address));
          flags.addAll(List.of(ServerAddresses.flag(door), ServerAddresses.text(address)));
        });
    try {
      TargetServer byVariables = program.serve(arguments, variables);
      if (listens(byVariables, at)) {
        return byVariables;
      }
      TargetServer byFlags = program.serve(flags, Map.of());
      if (listens(byFlags, at)) {
        return byFlags;
      }
      throw new InvalidTargetException(
          "it does not listen where variables ask it to, %s, and not where flags do%s; it said:%n%s"
              .formatted(
                  variables,
                  doors.size() > 1 ? " (if it lacks a door, name those that it has: --door)" : "",
                  (byVariables.stdout() + "\n" + byFlags.stdout()).strip()));
    } catch (IOException e) {
      throw new InvalidTargetException("cannot be started: " + e.getMessage());
    }
  }

  /** Ends it if it does not. */
  private static boolean listens(TargetServer server, Map<TargetDoor, InetSocketAddress> at) {
    boolean all =
        at.values().stream()
            .allMatch(
                address ->
                    ServerAddresses.awaitListening(
                        ServerAddresses.text(address), server, START_TIMEOUT));
    if (!all) {
      server.close();
    }
    return all;
  }

  /** A way to one that listens there. */
  public FunctionClient client(TargetDoor door, SocketAddress address) {
    return client(door, address, "/", function, timeout);
  }

  /** As a Host header has it: an IPv6 address needs brackets. */
  private static String host(InetSocketAddress tcp) {
    String name = tcp.getHostString();
    return (name.contains(":") ? "[" + name + "]" : name) + ":" + tcp.getPort();
  }

  static FunctionClient client(
      TargetDoor door, SocketAddress address, String path, String function, Duration timeout) {
    String host = address instanceof InetSocketAddress tcp ? host(tcp) : "localhost";
    return door == TargetDoor.GRPC
        ? new GrpcFunctionClient(address, function, timeout)
        : new HttpFunctionClient(address, host, path, function, timeout);
  }
}
