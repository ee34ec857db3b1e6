package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetProgram;
import dev.kiln.conformance.targets.TargetServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** The reference function at two addresses, for as long as it is needed. */
record GoodHost(InetSocketAddress http, InetSocketAddress grpc, TargetServer server)
    implements AutoCloseable {
  /** Starts one. */
  static GoodHost start() throws IOException {
    InetSocketAddress http = ServerAddresses.free();
    InetSocketAddress grpc = ServerAddresses.free();
    var variables =
        Map.of(
            ServerAddresses.variable(TargetDoor.HTTP), ServerAddresses.text(http),
            ServerAddresses.variable(TargetDoor.GRPC), ServerAddresses.text(grpc));
    TargetServer server = new TargetProgram(GoodProgram.command()).serve(List.of(), variables);
    for (InetSocketAddress address : List.of(http, grpc)) {
      if (!ServerAddresses.awaitListening(
          ServerAddresses.text(address), server, ServerLauncher.START_TIMEOUT)) {
        server.close();
        throw new IOException("the good host does not start: " + server.stdout());
      }
    }
    return new GoodHost(http, grpc, server);
  }

  @Override
  public void close() {
    server.close();
  }
}
