package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void runsAllRoundsByDefault() {
    assertThat(Settings.of("serve").pace()).isEqualTo(Pace.FULL);
    assertThat(Settings.of("serve").soak()).isEmpty();
    assertThat(Settings.of("serve", "--quick").pace()).isEqualTo(Pace.QUICK);
  }

  @Test
  void aSoakHasADuration() {
    assertThat(Settings.of("serve", "--soak", "10m").soak()).contains(Duration.ofMinutes(10));
    assertThat(Settings.of("serve", "--soak", "90s").soak()).contains(Duration.ofSeconds(90));
  }

  @Test
  void aDurationThatIsNoneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("serve", "--soak", "10"))
        .withMessageStartingWith("--soak: 10 (expected: a duration, as 10m or 90s)");
    assertThatIllegalArgumentException().isThrownBy(() -> Settings.of("serve", "--soak"));
  }

  @Test
  void anUnknownOptionIsNamedAboveTheUsage() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("serve", "--fast"))
        .withMessageStartingWith("--fast is no option\nusage: bench/load");
  }
}
