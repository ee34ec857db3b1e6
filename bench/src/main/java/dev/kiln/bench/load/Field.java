package dev.kiln.bench.load;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import io.netty.channel.EventLoop;
import java.nio.file.Path;
import java.util.List;

/**
 * All servers of the comparison, running at the same time. A server that is not called uses no
 * processor time.
 */
final class Field implements AutoCloseable {
  private final EventLoop thread;
  private final ServerProcess kiln;
  private final ServerProcess httpEcho = Servers.httpEcho();
  private final ServerProcess grpcEcho = Servers.grpcEcho();
  private final ServerProcess go;

  Field(Path goServer, EventLoop thread, StartUpCache cache) {
    this.thread = thread;
    this.kiln = Servers.kiln(List.of(cache.flag()));
    this.go = Servers.go(goServer);
  }

  /** All doors, each with the answer that is expected for this list. */
  List<Contender> contenders(GeneratedList list) {
    byte[] bytes = list.bytes();
    var labelled = new Exchange(bytes, list.labelled(_ -> true));
    var echoed = new Exchange(bytes, bytes);
    byte[] gosAnswer = GoAnswer.of(go.address(Door.HTTP), list);
    return List.of(
        new Contender(Peer.KILN_HTTP, kiln, labelled, thread),
        new Contender(Peer.KILN_GRPC, kiln, labelled, thread),
        new Contender(Peer.ECHO_HTTP, httpEcho, echoed, thread),
        new Contender(Peer.ECHO_GRPC, grpcEcho, echoed, thread),
        new Contender(Peer.GO, go, new Exchange(bytes, gosAnswer), thread));
  }

  @Override
  public void close() {
    List.of(kiln, httpEcho, grpcEcho, go).forEach(ServerProcess::close);
  }
}
