package dev.kiln.bench.load.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {
  @Test
  void readsTheStatusOfAProcess() {
    var status = List.of("Name:\tjava", "VmHWM:\t  200 kB", "VmRSS:\t  100 kB", "Threads:\t24");
    assertThat(ProcessFigures.of(status, 7)).isEqualTo(new ProcessFigures(102_400, 204_800, 24, 7));
  }

  @Test
  void aFigureThatIsMissingIsNamed() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ProcessFigures.of(List.of("Name:\tjava"), 7))
        .withMessageContaining("VmRSS");
  }
}
