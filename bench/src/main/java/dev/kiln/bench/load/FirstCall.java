package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.SMALL;

import dev.kiln.bench.lists.GeneratedList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the first call after the host reports that it listens, from connecting to the answer.
 */
record FirstCall(int starts, StartUpCache cache) {
  private static final double MILLIS = 5;

  List<Must> measure() throws Exception {
    return List.of(measurePeer(Peer.KILN_HTTP), measurePeer(Peer.KILN_GRPC));
  }

  private Must measurePeer(Peer peer) throws Exception {
    double[] millis = new double[starts];
    for (int start = 0; start < starts; start++) {
      millis[start] = measureOnce(peer);
    }
    Arrays.sort(millis);
    return Must.atMost(
        "%s, the first call, ms".formatted(peer),
        millis[starts / 2],
        MILLIS,
        String.format(
            Locale.ROOT, "median of %d starts, the worst %.2f", starts, millis[starts - 1]));
  }

  /** Starts a host and measures its first call. */
  private double measureOnce(Peer peer) throws Exception {
    try (var kiln = cache.startHost()) {
      var door = Contender.ofKiln(peer, kiln, GeneratedList.ofSize(SMALL));
      double millis = door.call(1, 1).millis();
      door.check();
      return millis;
    }
  }
}
