package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.LARGE;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.callers.Round;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a host with little memory from 64 callers with large lists, first over HTTP and then over
 * gRPC.
 */
record SmallHeap(Duration time, EventLoop thread, StartUpCache cache) {
  private static final String HEAP = "-Xmx128m";
  private static final double RESIDENT_MEGABYTES = 256;
  private static final int CALLERS = 64;

  List<Must> measure() throws InterruptedException {
    var list = GeneratedList.ofSize(LARGE);
    var exchange = new Exchange(list.bytes(), list.labelled(_ -> true));
    var musts = new ArrayList<Must>();
    try (var kiln = Servers.kiln(List.of(HEAP, cache.flag()))) {
      for (Peer peer : List.of(Peer.KILN_HTTP, Peer.KILN_GRPC)) {
        musts.addAll(measurePeer(new Contender(peer, kiln, exchange, thread)));
      }
    }
    return musts;
  }

  private List<Must> measurePeer(Contender kiln) throws InterruptedException {
    String who = "%s, 200 KB, %d at once, %s".formatted(kiln.peer(), CALLERS, HEAP);
    try (var callers = kiln.connect(CALLERS)) {
      Round round = callers.run(time);
      return List.of(
          Musts.noWrongAnswers(who, round.wrong(), round.firstWrong()),
          Must.atMost(who + ", MB resident", peakMegabytes(kiln.server()), RESIDENT_MEGABYTES, ""));
    }
  }

  private static double peakMegabytes(ServerProcess server) {
    return server.figures().peakBytes() / 1e6;
  }
}
