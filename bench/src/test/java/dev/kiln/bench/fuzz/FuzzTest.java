package dev.kiln.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzes all targets together for a few seconds. {@code bench/fuzz} takes its time for each. */
class FuzzTest {
  private static final int SECONDS = 12;

  @TempDir Path corpora;

  @Test
  void findsNothing() throws Exception {
    assertThat(new Fuzz(corpora).runAll(SECONDS)).isTrue();
  }
}
