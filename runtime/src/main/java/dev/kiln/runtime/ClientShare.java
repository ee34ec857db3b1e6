package dev.kiln.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What one client of a server, or one of its connections, takes of the host at this moment. A host
 * divides its room for messages and its threads among those that use it, so that nobody is refused
 * because somebody else is greedy.
 */
public final class ClientShare {
  /** The share of calls from within the process, which nothing limits. */
  public static final ClientShare OWN_PROCESS = new ClientShare(null);

  /** A client may hold this many times what stays free, with all its connections. */
  static final int CLIENT_WEIGHT = 3;

  /**
   * The same for a connection that holds little: greedy ones must not use up its client's share.
   */
  private static final int CLIENT_WEIGHT_FOR_SMALL = 7;

  private final @Nullable ClientShare client;
  private long held; // guarded by the only budget that counts it

  private ClientShare(@Nullable ClientShare client) {
    this.client = client;
  }

  /** The share of a client, which opens connections. */
  public static ClientShare ofClient() {
    return new ClientShare(null);
  }

  /** The share of one more connection of this client. */
  public ClientShare ofConnection() {
    return new ClientShare(this);
  }

  /** The client that opened this connection; itself if it is a client. */
  ClientShare client() {
    return client == null ? this : client;
  }

  /**
   * Whether this connection may take more. It may hold as much as stays free, and its client three
   * times that, or seven times if this connection holds little. However many there are, some room
   * is left for one more.
   *
   * @param free what would stay free
   */
  boolean mayTake(long more, long free) {
    if (this == OWN_PROCESS) {
      return true;
    }
    long own = held + more;
    int weight = own <= MemoryNeed.LARGE ? CLIENT_WEIGHT_FOR_SMALL : CLIENT_WEIGHT;
    return own <= free && (client().held + more) / weight <= free;
  }

  void add(long bytes) {
    held += bytes;
    if (client != null) {
      client.add(bytes);
    }
  }
}
