package dev.kiln.server.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
  @Test
  void splitsAsAShellDoes() {
    assertThat(CommandWords.of("  a  b\tc ")).contains(List.of("a", "b", "c"));
    assertThat(CommandWords.of("a 'b c' \"d \\\" e\"f '' g\\ h 'i\\'"))
        .contains(List.of("a", "b c", "d \" ef", "", "g h", "i\\"));
    assertThat(CommandWords.of("")).contains(List.of());
  }

  @Test
  void findsAQuoteThatIsLeftOpen() {
    assertThat(CommandWords.of("a 'b")).isEmpty();
  }
}
