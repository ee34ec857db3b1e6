package dev.kiln.bench.load;

import static dev.kiln.bench.load.Results.LARGE;
import static dev.kiln.bench.load.Results.SMALL;

import java.util.ArrayList;
import java.util.List;

/** The limits that the table must meet. */
final class Musts {
  /** The share of the HTTP rate that gRPC must reach. */
  private static final double GRPC_SHARE = 0.8;

  private Musts() {}

  static List<Must> of(Results results) {
    var musts = new ArrayList<Must>();
    addSmallLists(musts, results);
    addLargeLists(musts, results);
    for (int size : Results.SIZES) {
      for (int callers : Results.CALLERS) {
        musts.add(grpcRate(results, size, callers));
      }
    }
    return musts;
  }

  private static void addSmallLists(List<Must> musts, Results results) {
    Figures alone = results.of(Peer.KILN_HTTP, SMALL, 1);
    Figures eight = results.of(Peer.KILN_HTTP, SMALL, 8);
    Figures crowd = results.of(Peer.KILN_HTTP, SMALL, 64);
    double p50 = results.of(Peer.GO, SMALL, 1).p50();
    double rate = results.of(Peer.GO, SMALL, 8).callsPerSecond();
    double p99 = results.of(Peer.GO, SMALL, 64).p99();
    musts.add(Must.atMost("2 KB, 1 at once, p50 in ms", alone.p50(), p50 / 2, "half of Go's"));
    musts.add(
        Must.atLeast("2 KB, 8 at once, calls/s", eight.callsPerSecond(), 4 * rate, "4 times Go's"));
    musts.add(Must.atMost("2 KB, 64 at once, p99 in ms", crowd.p99(), p99 / 10, "a tenth of Go's"));
    musts.add(Must.atMost("2 KB, 1 at once, ms of processor", alone.processor(), 0.12, ""));
    musts.add(Must.atMost("2 KB, 8 at once, ms of processor", eight.processor(), 0.07, ""));
  }

  private static void addLargeLists(List<Must> musts, Results results) {
    double p50 = results.of(Peer.GO, LARGE, 1).p50();
    double rate = results.of(Peer.GO, LARGE, 8).callsPerSecond();
    musts.add(
        Must.atMost(
            "200 KB, 1 at once, p50 in ms",
            results.of(Peer.KILN_HTTP, LARGE, 1).p50(),
            p50 / 12,
            "a twelfth of Go's"));
    musts.add(
        Must.atLeast(
            "200 KB, 8 at once, calls/s",
            results.of(Peer.KILN_HTTP, LARGE, 8).callsPerSecond(),
            8 * rate,
            "8 times Go's"));
  }

  private static Must grpcRate(Results results, int size, int callers) {
    return Must.atLeast(
        "%s, %d at once, calls/s over gRPC".formatted(Cell.sizeName(size), callers),
        results.of(Peer.KILN_GRPC, size, callers).callsPerSecond(),
        GRPC_SHARE * results.of(Peer.KILN_HTTP, size, callers).callsPerSecond(),
        "four fifths of HTTP's");
  }
}
