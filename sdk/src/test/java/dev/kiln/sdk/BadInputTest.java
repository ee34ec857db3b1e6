package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import org.junit.jupiter.api.Test;

class BadInputTest {
  @Test
  void namesThePathTheFoundAndTheExpectedValue() {
    var at = Yaml.parse("a:\n  b: 42\n").find("a.b").orElseThrow();
    assertThat(new BadInput("a.b", "42", "a text", at))
        .hasMessage("a.b: 42 (expected: a text) at line 2, column 6");
  }

  @Test
  void omitsAnUnknownPosition() {
    assertThat(new BadInput("a", "missing", "a text")).hasMessage("a: missing (expected: a text)");
  }

  @Test
  void keepsPositionAndReasonOfBadYaml() {
    assertThat(BadInput.of(new BadYaml("what is this", 3, 7)))
        .hasMessage("what is this at line 3, column 7");
  }

  @Test
  void showsTextInQuotesOnOneShortLine() {
    assertThatThrownBy(() -> BadInput.unless(false, "a", "x\n".repeat(50), "less"))
        .isInstanceOf(BadInput.class)
        .hasMessage("a: \"" + "x\\n".repeat(20) + "…\" (expected: less)");
  }

  @Test
  void doesNotThrowForAValidValue() {
    BadInput.unless(true, "a", 1, "anything");
  }
}
