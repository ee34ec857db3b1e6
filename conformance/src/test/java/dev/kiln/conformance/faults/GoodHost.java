package dev.kiln.conformance.faults;

import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Launch;
import dev.kiln.conformance.targets.Ports;
import dev.kiln.conformance.targets.Program;
import dev.kiln.conformance.targets.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** The reference function at two addresses, for as long as it is needed. */
record GoodHost(InetSocketAddress http, InetSocketAddress grpc, Server server)
    implements AutoCloseable {
  /** Starts one. */
  static GoodHost start() throws IOException {
    InetSocketAddress http = Ports.free();
    InetSocketAddress grpc = Ports.free();
    var variables =
        Map.of(
            Ports.variable(Door.HTTP), Ports.text(http),
            Ports.variable(Door.GRPC), Ports.text(grpc));
    Server server = new Program(GoodProgram.command()).serve(List.of(), variables);
    for (InetSocketAddress address : List.of(http, grpc)) {
      if (!Ports.awaitListening(Ports.text(address), server, Launch.START)) {
        server.close();
        throw new IOException("the good host does not start: " + server.said());
      }
    }
    return new GoodHost(http, grpc, server);
  }

  @Override
  public void close() {
    server.close();
  }
}
