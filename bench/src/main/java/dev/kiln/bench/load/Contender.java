package dev.kiln.bench.load;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Caller;
import dev.kiln.bench.load.callers.GrpcCaller;
import dev.kiln.bench.load.callers.H2Load;
import dev.kiln.bench.load.callers.HttpCaller;
import dev.kiln.bench.load.callers.Round;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import java.net.InetSocketAddress;
import java.time.Duration;

/** One door of a running server, with the list that it is sent and the list that must come back. */
record Contender(Peer peer, ServerProcess server, ByteString list, ByteString expected) {
  /** A door of our host, which sets a label on each item. */
  static Contender ofKiln(Peer peer, ServerProcess kiln, GeneratedList list) {
    return new Contender(
        peer,
        kiln,
        ByteString.copyFrom(list.bytes()),
        ByteString.copyFrom(list.labelled(_ -> true)));
  }

  /** Makes this many calls over so many connections; at least one over each. */
  Round call(int connections, int calls) throws InterruptedException {
    return h2load().run(connections, Math.max(connections, calls));
  }

  /** Calls for about this long. */
  Round callFor(Duration time, int connections) throws InterruptedException {
    Round round = call(connections, connections);
    while (round.millis() < time.toMillis() / 2.0) {
      round = call(connections, round.callsIn(time));
    }
    return round;
  }

  private H2Load h2load() {
    return H2Load.of(address(), door(), false, "", list);
  }

  private InetSocketAddress address() {
    return server.address(door());
  }

  private Door door() {
    return peer.isGrpc() ? Door.GRPC : Door.HTTP;
  }

  /**
   * Makes a call whose answer must be the expected bytes. All calls that our host has answered so
   * far must have succeeded: h2load cannot see the status of a gRPC call.
   */
  void check() throws Exception {
    try (Caller caller = peer.isGrpc() ? new GrpcCaller(address()) : new HttpCaller(address())) {
      caller.answered(list, expected).call().call();
    }
    if (peer.isKiln()) {
      server.requireOnlySuccess();
    }
  }
}
