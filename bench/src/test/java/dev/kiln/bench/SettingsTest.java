package dev.kiln.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void measuresFiveSizesByTheClock() {
    var settings = Settings.of("peer");
    assertThat(settings.sizes()).containsExactly(2_000, 20_000, 200_000, 2_000_000, 20_000_000);
    assertThat(settings.byCpu()).isFalse();
  }

  @Test
  void optionsAddUpInAnyOrder() {
    var settings = Settings.of("peer", "--sizes", "2000,200000", "--quick", "--cpu");
    assertThat(settings.sizes()).containsExactly(2_000, 200_000);
    assertThat(settings.rounds()).isEqualTo(3);
    assertThat(settings.byCpu()).isTrue();
  }

  @Test
  void anUnknownOptionIsNamedAboveTheUsage() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("peer", "--fast"))
        .withMessageStartingWith("--fast is no option\nusage: bench/run");
  }

  @Test
  void aSizeThatIsNoNumberIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("peer", "--sizes", "20KB"))
        .withMessageStartingWith("--sizes: 20KB (expected: bytes)");
  }
}
