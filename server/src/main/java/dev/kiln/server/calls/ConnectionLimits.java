package dev.kiln.server.calls;

import java.time.Duration;

/**
 * The limits of a door on its connections.
 *
 * @param maxConnections how many there may be at once
 * @param idleTimeout how long one may be silent between calls
 * @param bodyTimeout how long a message may be on its way, from its first byte to its last, and a
 *     TLS handshake
 * @param writeTimeout how long a client may read nothing of an answer
 * @param maxHeaderBytes of one request
 * @param maxResets how many streams a gRPC client may reset within half a minute
 */
public record ConnectionLimits(
    int maxConnections,
    Duration idleTimeout,
    Duration bodyTimeout,
    Duration writeTimeout,
    int maxHeaderBytes,
    int maxResets) {
  /** Why a request or a message that is still on its way is given up. */
  public String tooSlow(String what) {
    return "the "
        + what
        + " was not here within "
        + bodyTimeout.toMillis()
        + " ms (--body-timeout or KRM_FUNCTION_BODY_TIMEOUT allows more)";
  }

  public static ConnectionLimits defaults() {
    var patience = Duration.ofSeconds(30);
    return new ConnectionLimits(4096, Duration.ofMinutes(5), patience, patience, 16 << 10, 200);
  }
}
