package dev.kiln.yaml.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongLinesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 40, 900, 3000, 100_000})
  void findsWhatAWalkFinds(int lineLength) {
    byte[] text = text(lineLength);
    var lines = new LongLines(text);
    for (int at = 0; at <= text.length; at += 7) {
      assertThat(lines.lineStart(at)).isEqualTo(TextLines.lineStart(text, at));
      assertThat(lines.lineEnd(at)).isEqualTo(TextLines.lineEnd(text, at));
      assertThat(lines.column(at)).isEqualTo(TextLines.column(text, at, 0));
    }
  }

  /** Several blocks of lines of about this length, with characters of several bytes. */
  private static byte[] text(int lineLength) {
    var random = new Random(lineLength);
    var text = new StringBuilder();
    while (text.length() < 6 * LongLines.BLOCK) {
      text.append(random.nextInt(lineLength) == 0 ? "\n" : random.nextInt(9) == 0 ? "ü€" : "ab");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
