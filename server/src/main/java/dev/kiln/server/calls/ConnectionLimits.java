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
 * @param maxConnectionsPerClient how many may come from one address; not of a socket in the file
 *     system, whose clients have no addresses
 * @param maxCallsPerConnection how many calls a gRPC connection may carry at once
 * @param maxAge after which a connection ends with its next answer; zero for never
 */
public record ConnectionLimits(
    int maxConnections,
    Duration idleTimeout,
    Duration bodyTimeout,
    Duration writeTimeout,
    int maxHeaderBytes,
    int maxResets,
    int maxConnectionsPerClient,
    int maxCallsPerConnection,
    Duration maxAge) {
  private static final int MAX_CALLS_PER_CONNECTION = 128;

  /** Limits of which the last three are as usual. */
  public ConnectionLimits(
      int maxConnections,
      Duration idleTimeout,
      Duration bodyTimeout,
      Duration writeTimeout,
      int maxHeaderBytes,
      int maxResets) {
    this(
        maxConnections,
        idleTimeout,
        bodyTimeout,
        writeTimeout,
        maxHeaderBytes,
        maxResets,
        usualPerClient(maxConnections),
        MAX_CALLS_PER_CONNECTION,
        Duration.ZERO);
  }

  /** Three quarters of all, so that one client leaves room for others. */
  public static int usualPerClient(int maxConnections) {
    return Math.max(1, maxConnections - maxConnections / 4);
  }

  /** Returns these limits with other ones for each client and for each of its connections. */
  public ConnectionLimits withPerClient(int maxConnectionsPerClient, int maxCallsPerConnection) {
    return new ConnectionLimits(
        maxConnections,
        idleTimeout,
        bodyTimeout,
        writeTimeout,
        maxHeaderBytes,
        maxResets,
        maxConnectionsPerClient,
        maxCallsPerConnection,
        maxAge);
  }

  /** Returns these limits with another age. */
  public ConnectionLimits withMaxAge(Duration age) {
    return new ConnectionLimits(
        maxConnections,
        idleTimeout,
        bodyTimeout,
        writeTimeout,
        maxHeaderBytes,
        maxResets,
        maxConnectionsPerClient,
        maxCallsPerConnection,
        age);
  }

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
