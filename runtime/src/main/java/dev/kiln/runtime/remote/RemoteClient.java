package dev.kiln.runtime.remote;

import java.time.Duration;
import java.util.Optional;

/** A connection to one server, over any protocol. */
interface RemoteClient extends AutoCloseable {
  /** The time limit for connecting. */
  Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Creates a client that is not connected yet. */
  static RemoteClient to(RemoteAddress address, RemoteSettings settings) {
    return switch (address.protocol()) {
      case HTTP -> new HttpRemoteClient(address, settings);
      case GRPC -> new GrpcRemoteClient(address, settings);
    };
  }

  /** Sends a call once and waits for the result. */
  Attempt call(RemoteRequest ask) throws InterruptedException;

  /** Why it cannot be called now; empty if it can. */
  Optional<String> findProblem(Duration limit) throws InterruptedException;

  /** Closes its connections. */
  @Override
  void close();
}
