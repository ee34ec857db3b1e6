package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.LARGE;

import dev.kiln.bench.lists.GeneratedList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls a host with little memory over 64 connections with large lists, first over HTTP and then
 * over gRPC. It may refuse no call.
 */
record SmallHeap(Duration time, StartUpCache cache) {
  private static final String HEAP = "-Xmx128m";
  private static final double RESIDENT_MEGABYTES = 256;
  private static final int CONNECTIONS = 64;

  List<Must> measure() throws Exception {
    var musts = new ArrayList<Must>();
    try (var kiln = cache.startHost(HEAP)) {
      for (Peer peer : Peer.KILN) {
        var door = Contender.ofKiln(peer, kiln, GeneratedList.ofSize(LARGE));
        var _ = door.callFor(time, CONNECTIONS);
        door.check();
        musts.add(
            Must.atMost(
                "%s, 200 KB, %d at once, %s, MB resident".formatted(peer, CONNECTIONS, HEAP),
                kiln.figures().peakBytes() / 1e6,
                RESIDENT_MEGABYTES,
                ""));
      }
    }
    return musts;
  }
}
