package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExitRefusedTest {
  @Test
  void namesTheCallAndTheAlternative() {
    assertThatThrownBy(() -> ExitRefused.exit(3))
        .hasMessage(
            "the function called System.exit(3), which would end the host"
                + " (expected: an exception, or a result of severity error)");
    Runtime runtime = Runtime.getRuntime();
    assertThatThrownBy(() -> ExitRefused.exit(runtime, 4)).hasMessageContaining("Runtime.exit(4)");
    assertThatThrownBy(() -> ExitRefused.halt(runtime, 5)).hasMessageContaining("Runtime.halt(5)");
  }

  @Test
  void isAnErrorThatCatchExceptionDoesNotCatch() {
    assertThatThrownBy(() -> ExitRefused.exit(3)).isInstanceOf(Error.class);
  }
}
