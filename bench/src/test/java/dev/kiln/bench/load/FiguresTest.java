package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.bench.load.callers.Round;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void ratesAndPercentilesAreMediansOverTheRounds() {
    var rounds = List.of(new Round(5, 100, 3, 7), new Round(5, 50, 1, 9), new Round(5, 10, 2, 8));
    var figures = Figures.of(rounds, Duration.ZERO, 1);
    assertThat(figures).isEqualTo(new Figures(100, 2, 8, 0, 1));
  }

  @Test
  void processorTimeIsSharedByAllCallsOfAllRounds() {
    var rounds = List.of(new Round(3, 10, 1, 1), new Round(5, 10, 1, 1));
    assertThat(Figures.of(rounds, Duration.ofMillis(4), 1).processor()).isEqualTo(0.5);
  }
}
