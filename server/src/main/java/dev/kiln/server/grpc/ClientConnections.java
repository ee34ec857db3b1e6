package dev.kiln.server.grpc;

import dev.kiln.runtime.ClientShare;
import dev.kiln.server.calls.Clients;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import org.jspecify.annotations.Nullable;

/** Tells which client each connection belongs to, and so each call. */
final class ClientConnections extends ServerTransportFilter {
  private static final Attributes.Key<Clients.Connection> CONNECTION =
      Attributes.Key.create("client-connection");

  private final Clients clients;

  ClientConnections(Clients clients) {
    this.clients = clients;
  }

  /** The share of the connection that a call came by. */
  static ClientShare share(ServerCall<?, ?> call) {
    Clients.@Nullable Connection connection = call.getAttributes().get(CONNECTION);
    if (connection == null) {
      throw new IllegalStateException("a call without a connection");
    }
    return connection.share();
  }

  @Override
  public Attributes transportReady(Attributes transport) {
    return transport.toBuilder()
        .set(
            CONNECTION,
            clients.connected(
                transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
                transport.get(Grpc.TRANSPORT_ATTR_SSL_SESSION)))
        .build();
  }

  @Override
  public void transportTerminated(@Nullable Attributes transport) {
    Clients.@Nullable Connection connection = transport == null ? null : transport.get(CONNECTION);
    if (connection != null) {
      connection.close();
    }
  }
}
