package dev.kiln.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTest {
  @Test
  void keepsAllThatFits() {
    Log log = Log.keeping(1000);
    log.stream().print("é".repeat(500));
    assertThat(new String(log.tail(), UTF_8)).isEqualTo("é".repeat(500));
    assertThat(log.truncated()).isFalse();
  }

  @Test
  void keepsTheEndOfWhatDoesNotFit() {
    Log log = Log.keeping(300);
    for (int i = 0; i < 1000; i++) {
      log.stream().print(i % 10);
    }
    assertThat(new String(log.tail(), UTF_8)).isEqualTo("0123456789".repeat(30));
    assertThat(log.truncated()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 24, 255, 256, 257})
  void keepsAsLittleAsItIsTold(int limit) {
    Log log = Log.keeping(limit);
    log.stream().print("x".repeat(limit) + "y");
    assertThat(new String(log.tail(), UTF_8)).isEqualTo("x".repeat(limit - 1) + "y");
  }

  @Test
  void passesOnAtOnce() {
    var out = new ByteArrayOutputStream();
    Log log = Log.passingTo(new PrintStream(out, true, UTF_8));
    log.stream().print("now");
    assertThat(out.toString(UTF_8)).isEqualTo("now");
    assertThat(log.tail()).isEmpty();
  }
}
