package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuantitiesTest {
  @Test
  void readsBytes() {
    assertThat(Quantities.bytes("4194304")).contains(4_194_304L);
    assertThat(Quantities.bytes("4Mi")).contains(4L << 20);
    assertThat(Quantities.bytes("2Gi")).contains(2L << 30);
  }

  @Test
  void refusesWhatIsNoNumberOfBytes() {
    for (String text : List.of("", "4M", "Mi", "-1", "1.5Mi", "4 Mi", "1234567890123")) {
      assertThat(Quantities.bytes(text)).as(text).isEmpty();
    }
  }

  @Test
  void readsDurations() {
    assertThat(Quantities.duration("90s")).contains(Duration.ofSeconds(90));
    assertThat(Quantities.duration("1h30m")).contains(Duration.ofMinutes(90));
    assertThat(Quantities.duration("250ms")).contains(Duration.ofMillis(250));
    assertThat(Quantities.duration("1.5s")).contains(Duration.ofMillis(1500));
    assertThat(Quantities.duration("1m0.25s")).contains(Duration.ofMillis(60_250));
  }

  @Test
  void refusesWhatIsNoDuration() {
    for (String text :
        List.of("", "5", "5 m", "m", "5m3", "1.h", ".5h", "1.2.3s", "99999h", "-5m", "5d")) {
      assertThat(Quantities.duration(text)).as(text).isEmpty();
    }
  }
}
