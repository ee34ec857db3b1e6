package dev.kiln.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What one client of a server, or one of its connections, takes of the host at this moment. A host
 * divides its room for messages and its threads among those that use it, so that nobody is refused
 * because somebody else is greedy.
 */
public final class ClientShare {
  /** The share of calls from within the process, which nothing limits. */
  public static final ClientShare OWN_PROCESS = new ClientShare(null, Integer.MAX_VALUE);

  /** A client may hold more of what is free than one of its connections may. */
  private static final int CLIENT_WEIGHT = 3;

  private final @Nullable ClientShare client;
  private final int weight;
  private long held; // guarded by the only budget that counts it

  private ClientShare(@Nullable ClientShare client, int weight) {
    this.client = client;
    this.weight = weight;
  }

  /** The share of a client, which opens connections. */
  public static ClientShare ofClient() {
    return new ClientShare(null, CLIENT_WEIGHT);
  }

  /** The share of one more connection of this client. */
  public ClientShare ofConnection() {
    return new ClientShare(this, 1);
  }

  /** The client that opened this connection; itself if it is a client. */
  ClientShare client() {
    return client == null ? this : client;
  }

  /**
   * Whether it may take more. A connection may hold as much as stays free, and a client three times
   * that. However many there are, some room is left for one more.
   *
   * @param free what would stay free
   */
  boolean mayTake(long more, long free) {
    return this == OWN_PROCESS
        || ((held + more) / weight <= free && (client == null || client.mayTake(more, free)));
  }

  void add(long bytes) {
    held += bytes;
    if (client != null) {
      client.add(bytes);
    }
  }
}
