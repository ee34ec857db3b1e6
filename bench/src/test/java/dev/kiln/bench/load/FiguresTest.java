package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.load.callers.Latencies;
import dev.kiln.bench.load.callers.Round;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void ratesAndPercentilesAreMediansOverTheRounds() {
    var figures = Figures.of(List.of(round(10, 1), round(90, 1), round(20, 1)), Duration.ZERO, 1);
    assertThat(figures.p50()).isEqualTo(20);
    assertThat(figures.p99()).isEqualTo(20);
    assertThat(figures.callsPerSecond()).isEqualTo(50);
  }

  @Test
  void processorTimeIsSharedByAllCallsOfAllRounds() {
    var figures = Figures.of(List.of(round(10, 3), round(10, 5)), Duration.ofMillis(4), 1);
    assertThat(figures.processor()).isEqualTo(0.5);
  }

  @Test
  void addsUpWrongAnswersAndReportsTheFirst() {
    var rounds =
        List.of(
            round(1, 1),
            new Round(round(1, 2).latencies(), 1, 2, "status 503"),
            new Round(round(1, 2).latencies(), 1, 1, "status 504"));
    var figures = Figures.of(rounds, Duration.ZERO, 1);
    assertThat(figures.wrong()).isEqualTo(3);
    assertThat(figures.firstWrong()).isEqualTo("status 503");
  }

  /** A round of one caller whose calls had these durations. */
  private static Round round(long millis, int calls) {
    var latencies = new Latencies();
    for (int call = 0; call < calls; call++) {
      latencies.add(millis * 1_000_000);
    }
    return new Round(latencies, calls * millis * 1_000_000, 0, "");
  }
}
