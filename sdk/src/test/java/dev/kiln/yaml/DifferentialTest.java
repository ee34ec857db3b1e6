package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.BadYaml;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the parser with snakeyaml-engine: both must read the same events from a text. */
class DifferentialTest {

  @Test
  void readsGeneratedStreamsAsTheEngineDoes() {
    SeededTrials.run(
        2000,
        seed -> {
          String text = RandomDocuments.stream(seed);
          assertThat(Events.of(text.getBytes(UTF_8)))
              .isEqualTo(EngineEvents.of(text).orElseThrow());
        });
  }

  @Test
  void readsDamagedStreamsAsTheEngineDoesWhereBothTakeThem() {
    SeededTrials.run(
        5000,
        seed -> {
          byte[] damaged =
              Mutations.of(RandomDocuments.document(seed).getBytes(UTF_8), new Random(seed));
          String text = new String(damaged, UTF_8) + "\n";
          if (!text.contains("\ufffd") && !EngineDifferences.mayOccurIn(text)) {
            EngineEvents.of(text)
                .ifPresent(
                    engine -> eventsOf(text).ifPresent(o -> assertThat(o).isEqualTo(engine)));
          }
        });
  }

  private static Optional<String> eventsOf(String text) {
    try {
      return Optional.of(Events.of(text.getBytes(UTF_8)));
    } catch (BadYaml e) {
      return Optional.empty();
    }
  }
}
