package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.SMALL;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.callers.Exchange;
import dev.kiln.bench.load.callers.Round;
import dev.kiln.bench.load.servers.Servers;
import io.netty.channel.EventLoop;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the first call after the host reports that it listens, from connecting to the answer.
 */
record FirstCall(int starts, EventLoop thread, StartUpCache cache) {
  private static final double MILLIS = 5;

  List<Must> measure() throws InterruptedException {
    return List.of(measurePeer(Peer.KILN_HTTP), measurePeer(Peer.KILN_GRPC));
  }

  private Must measurePeer(Peer peer) throws InterruptedException {
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
  private double measureOnce(Peer peer) throws InterruptedException {
    var list = GeneratedList.ofSize(SMALL);
    var exchange = new Exchange(list.bytes(), list.labelled(_ -> true));
    try (var kiln = Servers.kiln(List.of(cache.flag()))) {
      long begun = System.nanoTime();
      try (var caller = new Contender(peer, kiln, exchange, thread).connect(1)) {
        Round round = caller.callOnce();
        if (round.wrong() > 0) {
          throw new IllegalStateException("the first answer: " + round.firstWrong());
        }
        return (System.nanoTime() - begun) / 1e6;
      }
    }
  }
}
