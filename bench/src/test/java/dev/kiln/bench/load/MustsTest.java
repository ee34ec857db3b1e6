package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MustsTest {
  private final Results results = new Results();

  @Test
  void aTableThatReachesEverythingMissesNothing() {
    fill(new double[] {0.2, 13_600, 13.2, 0.12, 0.07, 3.25, 464}, 0.8);
    assertThat(Musts.of(results)).hasSize(13).allMatch(Must::met);
  }

  @Test
  void eachMustThatIsMissedIsNamedWithItsFigures() {
    fill(new double[] {0.21, 13_599, 13.3, 0.121, 0.071, 3.26, 463}, 1);
    assertThat(missed())
        .containsExactly(
            "missed: 2 KB, 1 at once, p50 in ms: 0.210 (must: at most 0.200, half of Go's)",
            "missed: 2 KB, 8 at once, calls/s: 13599 (must: at least 13600, 4 times Go's)",
            "missed: 2 KB, 64 at once, p99 in ms: 13.3 (must: at most 13.2, a tenth of Go's)",
            "missed: 2 KB, 1 at once, ms of processor: 0.121 (must: at most 0.120)",
            "missed: 2 KB, 8 at once, ms of processor: 0.071 (must: at most 0.070)",
            "missed: 200 KB, 1 at once, p50 in ms: 3.26 (must: at most 3.25, a twelfth of Go's)",
            "missed: 200 KB, 8 at once, calls/s: 463 (must: at least 464, 8 times Go's)");
  }

  @Test
  void grpcIsJudgedInEveryCellByTheRateOverHttp() {
    fill(new double[] {0.2, 20_000, 13, 0.1, 0.06, 3, 500}, 0.79);
    assertThat(missed())
        .hasSize(6)
        .contains(
            "missed: 2 KB, 8 at once, calls/s over gRPC: 15800 (must: at least 16000, four"
                + " fifths of HTTP's)");
  }

  private List<String> missed() {
    return Musts.of(results).stream().filter(must -> !must.met()).map(Must::line).toList();
  }

  /** Typical figures of the Go server, and these figures of ours, in the order of the limits. */
  private void fill(double[] ours, double grpcShare) {
    add(Results.SMALL, 1, new Figures(5_000, ours[0], 1, ours[3], 1), grpcShare);
    add(Results.SMALL, 8, new Figures(ours[1], 0.3, 1, ours[4], 1), grpcShare);
    add(Results.SMALL, 64, new Figures(24_000, 2, ours[2], 0.06, 1), grpcShare);
    add(Results.LARGE, 1, new Figures(300, ours[5], 5, 1.5, 1), grpcShare);
    add(Results.LARGE, 8, new Figures(ours[6], 12, 20, 1.5, 1), grpcShare);
    add(Results.LARGE, 64, new Figures(700, 90, 120, 1.5, 1), grpcShare);
    go(Results.SMALL, 1, new Figures(2_000, 0.4, 1, 0.43, 1));
    go(Results.SMALL, 8, new Figures(3_400, 2, 10, 0.43, 1));
    go(Results.SMALL, 64, new Figures(3_400, 10, 132, 0.43, 1));
    go(Results.LARGE, 1, new Figures(25, 39, 50, 60, 1));
    go(Results.LARGE, 8, new Figures(58, 130, 200, 60, 1));
  }

  private void add(int size, int callers, Figures http, double grpcShare) {
    results.add(new Cell(size, callers, Peer.KILN_HTTP), http);
    results.add(
        new Cell(size, callers, Peer.KILN_GRPC),
        new Figures(grpcShare * http.callsPerSecond(), 1, 1, 1, 1));
  }

  private void go(int size, int callers, Figures figures) {
    results.add(new Cell(size, callers, Peer.GO), figures);
  }
}
