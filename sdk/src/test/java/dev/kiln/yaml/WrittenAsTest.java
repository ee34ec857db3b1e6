package dev.kiln.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.node.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two trees with the same text are equal, wherever they are. */
class WrittenAsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1\nb: [x, {y: z}]\n",
        "a:\n  b:\n  - c: |\n      text\n\n      more\n    d: >-\n      folded\n      twice\n",
        "a: 'it''s'\nb: \"x\\ty\"\nc: two\n  lines\n# end\n",
        "- 1\n- - 2\n  - 3\n",
        "a:\nb: ~\n? c\n: d\n<<: {e: f}\n",
      })
  void isTheSameInAnotherPlace(String text) {
    Node alone = Yaml.parse(text);
    Node within = Yaml.parse("x:\n- 0\n-\n  " + text.replace("\n", "\n  ").stripTrailing() + "\n");

    Node other = within.find("x[1]").orElseThrow();

    assertThat(alone.hasSameTextAs(other)).isTrue();
    assertThat(other.hasSameTextAs(alone)).isTrue();
    assertThat(alone.hasSameValueAs(other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "a: 1, a: 2",
    "a: 1, b: 1",
    "a: 1, 'a: ''1'''",
    "a: 1, {a: 1}",
    "'[a, b]', '[a, [b]]'",
    "'[[a], b]', '[[a, b]]'",
    "'[a, b]', '[a]'",
    "a: b c, 'a: b\n  c'", // the same value in other lines
    "'a: |\n  b\n', 'a: |-\n  b\n'",
    "a: 1, 'a: !!str 1'",
    "a: 1, a: &x 1",
  })
  void isFalseForDifferentText(String one, String two) {
    assertThat(Yaml.parse(one).hasSameTextAs(Yaml.parse(two))).isFalse();
    assertThat(Yaml.parse(two).hasSameTextAs(Yaml.parse(one))).isFalse();
  }

  @Test
  void isFalseIfTheMeaningDependsOnTheContext() {
    Node list = Yaml.parse("- {a: &x 1, b: *x}\n- {a: &x 2, b: *x}\n- {b: *x}\n- {a: !t b}\n");

    for (Node item : list.items()) {
      assertThat(item.hasSameTextAs(item)).isFalse();
      assertThat(item.hasSameValueAs(item)).isTrue();
    }
  }

  @Test
  void isFalseForBlockScalarsWithAnIndentationDigit() {
    Node two = Yaml.parse("a: |2\n    b\n").find("a").orElseThrow();
    Node four = Yaml.parse("a:\n  a: |2\n    b\n").find("a.a").orElseThrow();

    assertThat(two.hasSameTextAs(four)).isFalse();
    assertThat(two.hasSameValueAs(four)).isFalse();
  }
}
