package dev.kiln.runtime.remote;

import java.time.Duration;
import java.util.Optional;

/** One server, whatever it speaks. */
interface RemoteClient extends AutoCloseable {
  /** How long it may take to connect. */
  Duration PATIENCE = Duration.ofSeconds(5);

  /** Has no connection yet. */
  static RemoteClient to(RemoteAddress address, RemoteSettings settings) {
    return switch (address.protocol()) {
      case HTTP -> new HttpRemoteClient(address, settings);
      case GRPC -> new GrpcRemoteClient(address, settings);
    };
  }

  /** Sends a call once and waits for what comes of it. */
  Attempt call(RemoteRequest ask) throws InterruptedException;

  /** Why it cannot be called now; empty if it can. */
  Optional<String> trouble(Duration limit) throws InterruptedException;

  /** Closes its connections. */
  @Override
  void close();
}
