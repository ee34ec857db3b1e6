package dev.kiln.runtime.remote;

import java.time.Duration;
import java.util.Optional;

/** One server, whatever it speaks. */
interface Remote extends AutoCloseable {
  /** How long it may take to connect. */
  Duration PATIENCE = Duration.ofSeconds(5);

  /** Has no connection yet. */
  static Remote to(RemoteAddress address, RemoteSettings settings) {
    return switch (address.protocol()) {
      case HTTP -> new HttpRemote(address, settings);
      case GRPC -> new GrpcRemote(address, settings);
    };
  }

  /** Sends a call once and waits for what comes of it. */
  Attempt call(Ask ask) throws InterruptedException;

  /** Why it cannot be called now; empty if it can. */
  Optional<String> trouble(Duration limit) throws InterruptedException;

  /** Closes its connections. */
  @Override
  void close();
}
