package dev.kiln.conformance.targets;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The function or host under test.
 *
 * @param text as it was given
 * @param clients the doors that it has
 * @param program what starts another one of it for a call
 * @param container the image, if the program is one
 * @param launcher what starts another one of it as a server
 * @param server the one that was started for it
 * @param isLocal whether what runs the function can reach this machine's loopback address
 */
public record ConformanceTarget(
    String text,
    Map<TargetDoor, FunctionClient> clients,
    Optional<TargetProgram> program,
    Optional<TargetContainer> container,
    Optional<ServerLauncher> launcher,
    Optional<TargetServer> server,
    boolean isLocal)
    implements AutoCloseable {

  public Optional<HttpFunctionClient> http() {
    return clients.get(TargetDoor.HTTP) instanceof HttpFunctionClient door
        ? Optional.of(door)
        : Optional.empty();
  }

  public Optional<GrpcFunctionClient> grpc() {
    return clients.get(TargetDoor.GRPC) instanceof GrpcFunctionClient door
        ? Optional.of(door)
        : Optional.empty();
  }

  public Optional<StdinFunctionClient> stdin() {
    return clients.get(TargetDoor.STDIN) instanceof StdinFunctionClient door
        ? Optional.of(door)
        : Optional.empty();
  }

  /** One of the doors that it has. */
  public FunctionClient client(TargetDoor door) {
    return Objects.requireNonNull(clients.get(door), door.word());
  }

  @Override
  public void close() {
    clients.values().forEach(FunctionClient::close);
    server().ifPresent(TargetServer::close);
  }
}
