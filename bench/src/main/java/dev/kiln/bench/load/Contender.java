package dev.kiln.bench.load;

import dev.kiln.bench.load.callers.Callers;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import io.netty.channel.EventLoop;

/**
 * One door of a running server, with the request that it is loaded with and the expected answer.
 */
record Contender(Peer peer, ServerProcess server, Exchange exchange, EventLoop thread) {
  Callers connect(int count) {
    return peer.isGrpc()
        ? Callers.grpc(thread, server.address(Door.GRPC), exchange, count)
        : Callers.http(thread, server.address(Door.HTTP), exchange, count);
  }
}
