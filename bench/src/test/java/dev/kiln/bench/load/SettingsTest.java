package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void theOtherKilnIsWhatItsCheckoutHasBuilt(@TempDir Path checkout) throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("serve", "--against", checkout.toString()))
        .withMessageContaining("(expected: a checkout that sh %s/bench/prepare.sh", checkout);
    Path built = Files.createDirectories(checkout.resolve("bench/.kiln/bench"));
    Path jar = Files.createFile(built.resolve("kiln-bench-1.jar"));
    Files.writeString(built.resolve("classpath"), "a.jar:b.jar\n");
    assertThat(Settings.of("serve", "--against", checkout.toString()).otherClassPath())
        .contains(jar + ":a.jar:b.jar");
  }

  @Test
  void firstCallsAreThoseOfADistribution(@TempDir Path folder) throws Exception {
    Path kiln = Files.createFile(folder.resolve("kiln"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("serve", "--first-calls", kiln.toString()))
        .withMessageStartingWith("--first-calls: %s (expected: bin/kiln", kiln);
    assertThat(kiln.toFile().setExecutable(true)).isTrue();
    assertThat(Settings.of("serve", "--first-calls", kiln.toString()).distribution())
        .contains(kiln);
  }

  @Test
  void anUnknownOptionIsNamedAboveTheUsage() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Settings.of("serve", "--fast"))
        .withMessageStartingWith("--fast is no option\nusage: bench/load");
  }
}
