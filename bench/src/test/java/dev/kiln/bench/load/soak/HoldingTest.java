package dev.kiln.bench.load.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class HoldingTest {
  private static final Holding EARLY = new Holding(20_000_000, 24, 40, 150_000_000);

  @Test
  void ignoresLessAndEqualFigures() {
    assertThat(EARLY.grownSince(EARLY)).isEmpty();
    assertThat(new Holding(1, 1, 1, 1).grownSince(EARLY)).isEmpty();
  }

  @Test
  void ignoresGrowthWithinTheTolerance() {
    assertThat(new Holding(22_000_000, 26, 41, 200_000_000).grownSince(EARLY)).isEmpty();
  }

  @Test
  void namesGrownResourcesWithTheirFigures() {
    assertThat(new Holding(22_000_001, 27, 42, 150_000_000).grownSince(EARLY))
        .containsExactly(
            "bytes of heap: 20000000, then 22000001 (must: at most 2000000 more)",
            "threads: 24, then 27 (must: at most 2 more)",
            "descriptors: 40, then 42 (must: at most 1 more)");
  }

  @Test
  void liveBytesAreTheTotalOfTheHistogram() {
    var histogram =
        """
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         41234        3987654  [B (java.base@25)
        Total        212345       12345678
        """;
    assertThat(Holding.liveBytes(histogram)).isEqualTo(12_345_678);
  }

  @Test
  void aHistogramWithoutATotalIsRefused() {
    assertThatIllegalStateException().isThrownBy(() -> Holding.liveBytes("no such process"));
  }
}
