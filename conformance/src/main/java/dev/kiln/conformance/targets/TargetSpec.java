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
 * Parses the target on the command line and starts or connects to it.
 *
 * @param function which of a host's functions; empty if there is no choice
 * @param doors those to use; empty for all that there are
 * @param engine the container engine
 * @param network what a container's network is, as its engine says it
 * @param timeout how long a call may take
 */
public record TargetSpec(
    String text,
    String function,
    Set<TargetDoor> doors,
    String engine,
    String network,
    Duration timeout) {
  /** The forms there are. */
  public static final String FORMS =
      "exec:COMMAND, serve:COMMAND, image:IMAGE, http://HOST:PORT[/PATH], grpc://HOST:PORT,"
          + " unix:///PATH.sock or grpc+unix:///PATH.sock";

  private static final String NO_TLS =
      ": the kit speaks no TLS; ask the function where it listens without";

  private static final int MOST_PORTS = 0xFFFF;

  /** Gets it ready to be asked. */
  public ConformanceTarget open() throws InvalidTargetException {
    int colon = text.indexOf(':');
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    if (rest.isBlank()) {
      throw invalidTarget();
    }
    return switch (text.substring(0, colon)) {
      case "exec" ->
          requireStartable(program(TargetProgram.shell(rest), Optional.empty()), List.of(126, 127));
      case "image" -> {
        var container = new TargetContainer(engine, network, rest);
        yield requireStartable(program(container.program(), Optional.of(container)), List.of(125));
      }
      case "serve" -> {
        Set<TargetDoor> served = doors.isEmpty() ? Set.of(TargetDoor.values()) : doors;
        yield new ServerLauncher(TargetProgram.shell(rest), function, served, timeout)
            .open(text, List.of());
      }
      case "http" -> remote(TargetDoor.HTTP, tcp(), path());
      case "grpc" -> remote(TargetDoor.GRPC, tcp(), "");
      case "unix", "http+unix" -> remote(TargetDoor.HTTP, unix(), "/");
      case "grpc+unix" -> remote(TargetDoor.GRPC, unix(), "");
      case "https", "grpcs" -> throw new InvalidTargetException(text + NO_TLS);
      default -> throw invalidTarget();
    };
  }

  private InvalidTargetException invalidTarget() {
    return new InvalidTargetException("\"" + text + "\" is no target (expected: " + FORMS + ")");
  }

  /** What cannot be started is no function that fails. */
  private ConformanceTarget requireStartable(ConformanceTarget target, List<Integer> failures)
      throws InvalidTargetException {
    FunctionResponse answer = target.client(TargetDoor.STDIN).call(FunctionRequest.yaml(""));
    int code = answer.exitCode().orElse(0);
    if (failures.contains(code) && answer.output().length == 0) {
      throw new InvalidTargetException(
          "%s cannot be started (exit code %d): %s".formatted(text, code, answer.log().strip()));
    }
    if (answer.ending() == CallOutcome.NO_ANSWER && answer.status().startsWith("cannot")) {
      throw new InvalidTargetException(
          text
              + ": "
              + answer.status()
              + (target.container().isPresent() ? " (--engine names a container engine)" : ""));
    }
    return target;
  }

  private ConformanceTarget program(TargetProgram program, Optional<TargetContainer> container) {
    return new ConformanceTarget(
        text,
        Map.of(TargetDoor.STDIN, new StdinFunctionClient(program, timeout)),
        Optional.of(program),
        container,
        Optional.empty(),
        Optional.empty(),
        container.isEmpty());
  }

  private ConformanceTarget remote(TargetDoor door, SocketAddress address, String path)
      throws InvalidTargetException {
    FunctionClient caller = ServerLauncher.client(door, address, path, function, timeout);
    try {
      RawHttpConnection.open(address, false).close();
    } catch (IOException e) {
      throw new InvalidTargetException(text + ": " + e.getMessage());
    }
    checkProtocol(caller, address);
    boolean isLocal =
        !(address instanceof InetSocketAddress tcp) || tcp.getAddress().isLoopbackAddress();
    return new ConformanceTarget(
        text,
        Map.of(door, caller),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        isLocal);
  }

  /** What speaks something else is no function that fails, and what is silent may yet be one. */
  private void checkProtocol(FunctionClient caller, SocketAddress address)
      throws InvalidTargetException {
    try {
      caller.checkProtocol();
    } catch (IOException e) {
      boolean isTls = TlsProbe.isSpokenAt(address);
      if (isTls || e instanceof ProtocolException) {
        caller.close();
        throw new InvalidTargetException(
            text + ": " + (isTls ? "TLS is spoken there" + NO_TLS : e.getMessage()));
      }
    }
  }

  private SocketAddress tcp() throws InvalidTargetException {
    URI uri = uri();
    if (uri.getUserInfo() != null) {
      throw new InvalidTargetException(
          "a target has no user and password (expected: " + FORMS + ")");
    }
    if (uri.getHost() == null
        || uri.getPort() > MOST_PORTS
        || (uri.getPort() < 0 && !uri.getScheme().equals("http"))) {
      throw invalidTarget();
    }
    var address = new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort());
    if (address.isUnresolved()) {
      throw new InvalidTargetException(text + ": no machine is known as " + uri.getHost());
    }
    return address;
  }

  private String path() throws InvalidTargetException {
    String path = uri().getRawPath();
    return path.isEmpty() ? "/" : path;
  }

  private SocketAddress unix() throws InvalidTargetException {
    String path = uri().getPath();
    if (path == null || path.isEmpty()) {
      throw invalidTarget();
    }
    return UnixDomainSocketAddress.of(Path.of(path));
  }

  private URI uri() throws InvalidTargetException {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException _) {
      throw invalidTarget();
    }
  }
}
