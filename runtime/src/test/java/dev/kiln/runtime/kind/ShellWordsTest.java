package dev.kiln.runtime.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Test
  void splitsAsAShellDoes() {
    assertThat(ShellWords.of("  a  b\tc ")).contains(List.of("a", "b", "c"));
    assertThat(ShellWords.of("a 'b c' \"d \\\" e\"f '' g\\ h 'i\\'"))
        .contains(List.of("a", "b c", "d \" ef", "", "g h", "i\\"));
    assertThat(ShellWords.of("")).contains(List.of());
  }

  @Test
  void findsAQuoteThatIsLeftOpen() {
    assertThat(ShellWords.of("a 'b")).isEmpty();
  }
}
