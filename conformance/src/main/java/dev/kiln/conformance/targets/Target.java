package dev.kiln.conformance.targets;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is judged.
 *
 * @param text as it was given
 * @param callers the doors that it has
 * @param program what starts another one of it for a call
 * @param container the image, if the program is one
 * @param launch what starts another one of it as a server
 * @param server the one that was started for it
 * @param isLocal whether what runs the function can reach this machine's loopback address
 */
public record Target(
    String text,
    Map<Door, Caller> callers,
    Optional<Program> program,
    Optional<Container> container,
    Optional<Launch> launch,
    Optional<Server> server,
    boolean isLocal)
    implements AutoCloseable {

  public Optional<HttpDoor> http() {
    return callers.get(Door.HTTP) instanceof HttpDoor door ? Optional.of(door) : Optional.empty();
  }

  public Optional<GrpcDoor> grpc() {
    return callers.get(Door.GRPC) instanceof GrpcDoor door ? Optional.of(door) : Optional.empty();
  }

  public Optional<StdinDoor> stdin() {
    return callers.get(Door.STDIN) instanceof StdinDoor door ? Optional.of(door) : Optional.empty();
  }

  /** One of the doors that it has. */
  public Caller caller(Door door) {
    return Objects.requireNonNull(callers.get(door), door.word());
  }

  @Override
  public void close() {
    callers.values().forEach(Caller::close);
    server().ifPresent(Server::close);
  }
}
