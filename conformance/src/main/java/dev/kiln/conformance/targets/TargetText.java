package dev.kiln.conformance.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what a person names as the target, and gets it ready.
 *
 * @param function which of a host's functions; empty if there is no choice
 * @param doors those to use; empty for all that there are
 * @param engine the container engine
 * @param network what a container's network is, as its engine says it
 * @param patience how long a call may take
 */
public record TargetText(
    String text,
    String function,
    Set<Door> doors,
    String engine,
    String network,
    Duration patience) {
  /** The forms there are. */
  public static final String FORMS =
      "exec:COMMAND, serve:COMMAND, image:IMAGE, http://HOST:PORT[/PATH], grpc://HOST:PORT,"
          + " unix:///PATH.sock or grpc+unix:///PATH.sock";

  private static final String NO_TLS =
      ": the kit speaks no TLS; ask the function where it listens without";

  private static final int MOST_PORTS = 0xFFFF;

  /** Gets it ready to be asked. */
  public Target open() throws BadTarget {
    int colon = text.indexOf(':');
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    if (rest.isBlank()) {
      throw unfit();
    }
    return switch (text.substring(0, colon)) {
      case "exec" -> startable(program(Program.shell(rest), Optional.empty()), List.of(126, 127));
      case "image" -> {
        var container = new Container(engine, network, rest);
        yield startable(program(container.program(), Optional.of(container)), List.of(125));
      }
      case "serve" -> {
        Set<Door> served = doors.isEmpty() ? Set.of(Door.values()) : doors;
        yield new Launch(Program.shell(rest), function, served, patience).open(text, List.of());
      }
      case "http" -> remote(Door.HTTP, tcp(), path());
      case "grpc" -> remote(Door.GRPC, tcp(), "");
      case "unix", "http+unix" -> remote(Door.HTTP, unix(), "/");
      case "grpc+unix" -> remote(Door.GRPC, unix(), "");
      case "https", "grpcs" -> throw new BadTarget(text + NO_TLS);
      default -> throw unfit();
    };
  }

  private BadTarget unfit() {
    return new BadTarget("\"" + text + "\" is no target (fits: " + FORMS + ")");
  }

  /** What cannot be started is no function that fails. */
  private Target startable(Target target, List<Integer> failures) throws BadTarget {
    Answer answer = target.caller(Door.STDIN).call(Ask.yaml(""));
    int code = answer.exitCode().orElse(0);
    if (failures.contains(code) && answer.output().length == 0) {
      throw new BadTarget(
          "%s cannot be started (exit code %d): %s".formatted(text, code, answer.log().strip()));
    }
    if (answer.ending() == Ending.SILENCE && answer.status().startsWith("cannot")) {
      throw new BadTarget(
          text
              + ": "
              + answer.status()
              + (target.container().isPresent() ? " (--engine names a container engine)" : ""));
    }
    return target;
  }

  private Target program(Program program, Optional<Container> container) {
    return new Target(
        text,
        Map.of(Door.STDIN, new StdinDoor(program, patience)),
        Optional.of(program),
        container,
        Optional.empty(),
        Optional.empty(),
        container.isEmpty());
  }

  private Target remote(Door door, SocketAddress address, String path) throws BadTarget {
    Caller caller = Launch.caller(door, address, path, function, patience);
    try {
      HttpConnection.open(address, false).close();
    } catch (IOException e) {
      throw new BadTarget(text + ": " + e.getMessage());
    }
    greet(caller, address);
    boolean isLocal =
        !(address instanceof InetSocketAddress tcp) || tcp.getAddress().isLoopbackAddress();
    return new Target(
        text,
        Map.of(door, caller),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        isLocal);
  }

  /** What speaks something else is no function that fails, and what is silent may yet be one. */
  private void greet(Caller caller, SocketAddress address) throws BadTarget {
    try {
      caller.greet();
    } catch (IOException e) {
      boolean isTls = Tls.isSpokenAt(address);
      if (isTls || e instanceof ProtocolException) {
        caller.close();
        throw new BadTarget(
            text + ": " + (isTls ? "TLS is spoken there" + NO_TLS : e.getMessage()));
      }
    }
  }

  private SocketAddress tcp() throws BadTarget {
    URI uri = uri();
    if (uri.getUserInfo() != null) {
      throw new BadTarget("a target has no user and password (fits: " + FORMS + ")");
    }
    if (uri.getHost() == null
        || uri.getPort() > MOST_PORTS
        || (uri.getPort() < 0 && !uri.getScheme().equals("http"))) {
      throw unfit();
    }
    var address = new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
    if (address.isUnresolved()) {
      throw new BadTarget(text + ": no machine is known as " + uri.getHost());
    }
    return address;
  }

  private String path() throws BadTarget {
    String path = uri().getRawPath();
    return path.isEmpty() ? "/" : path;
  }

  private SocketAddress unix() throws BadTarget {
    String path = uri().getPath();
    if (path == null || path.isEmpty()) {
      throw unfit();
    }
    return UnixDomainSocketAddress.of(Path.of(path));
  }

  private URI uri() throws BadTarget {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException _) {
      throw unfit();
    }
  }
}
