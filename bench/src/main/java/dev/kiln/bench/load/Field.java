package dev.kiln.bench.load;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.servers.Door;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All servers of the comparison, running at the same time. A server that is not called uses no
 * processor time.
 */
final class Field implements AutoCloseable {
  private final ServerProcess kiln;
  private final Optional<ServerProcess> otherKiln;
  private final ServerProcess httpEcho = Servers.httpEcho();
  private final ServerProcess grpcEcho = Servers.grpcEcho();
  private final ServerProcess go;

  Field(Path goServer, StartUpCache cache, Optional<StartUpCache> otherCache) {
    this.kiln = cache.startHost();
    this.otherKiln = otherCache.map(StartUpCache::startHost);
    this.go = Servers.go(goServer);
  }

  /** All doors, each with the answer that is expected for this list. */
  List<Contender> contenders(GeneratedList list) {
    var bytes = ByteString.copyFrom(list.bytes());
    var gosAnswer = ByteString.copyFrom(GoAnswer.of(go.address(Door.HTTP), list));
    var contenders = new ArrayList<Contender>();
    contenders.add(Contender.ofKiln(Peer.KILN_HTTP, kiln, list));
    contenders.add(Contender.ofKiln(Peer.KILN_GRPC, kiln, list));
    otherKiln.ifPresent(
        other -> {
          contenders.add(Contender.ofKiln(Peer.OTHER_HTTP, other, list));
          contenders.add(Contender.ofKiln(Peer.OTHER_GRPC, other, list));
        });
    contenders.add(new Contender(Peer.ECHO_HTTP, httpEcho, bytes, bytes));
    contenders.add(new Contender(Peer.ECHO_GRPC, grpcEcho, bytes, bytes));
    contenders.add(new Contender(Peer.GO, go, bytes, gosAnswer));
    return contenders;
  }

  @Override
  public void close() {
    List.of(kiln, httpEcho, grpcEcho, go).forEach(ServerProcess::close);
    otherKiln.ifPresent(ServerProcess::close);
  }
}
