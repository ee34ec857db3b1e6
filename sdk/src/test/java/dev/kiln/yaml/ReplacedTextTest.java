package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacedTextTest {
  private static final String TEXT = "# top\na: 1\nb:\n  c: 2 # two\n  d: [3]\ne: |\n  x\n";

  private static Node replaced(String text, String old, String other) {
    int from = text.indexOf(old);
    return Yaml.parse(text).withText(from, from + old.length(), other.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "'\nb:', '\nz: 0\nb:'",
    "'e: |', '  deep: 1\ne: |'",
    "'b:\n', 'b:\n  first: 1\n'",
    "' # two\n', ' # two\n  new: {x: y}\n'",
    "'\n  c: 2 # two', ''",
    "'\n  c: 2 # two\n  d: [3]', ' {}'",
    "'\ne: |\n  x', ''",
    "'|\n  x\n', '&a text\nf: *a\n'",
  })
  void readsAsTheWholeNewTextDoes(String old, String other) {
    Node found = replaced(TEXT, old, other);
    Node expected = Yaml.parse(TEXT.replace(old, other));
    assertThat(found).hasToString(expected.toString());
    assertThat(found.value()).isEqualTo(expected.value());
    assertThat(found.hasSameValueAs(expected)).isTrue();
  }

  @Test
  void countsAsAnEditOfTheText() {
    Node before = Yaml.parse(TEXT);
    assertThat(before.withText(7, 7, new byte[] {'a'}).isEditOf(before)).isTrue();
  }

  @Test
  void refusesAMalformedText() {
    assertThatThrownBy(() -> replaced(TEXT, "[3]", "[3")).isInstanceOf(BadYaml.class);
    assertThatThrownBy(() -> replaced(TEXT, "c: 2", "*c")).isInstanceOf(BadYaml.class);
  }

  @Test
  void refusesAPartOfAText() {
    Node part = Objects.requireNonNull(Yaml.parse(TEXT).at("b"));
    assertThatIllegalStateException().isThrownBy(() -> part.withText(0, 0, new byte[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "'{a: 1, b: 2}', '{a: 1, b: 2, c: 3}', 2",
    "'{a: 1, b: 2}', '{a: 1, c: 2}', 1",
    "'{a: 1, b: 2}', '{a: 2, b: 2}', 0",
    "'{a: {x: [1]}, b: 2}', '{a: {x: [1]}, b: 3}', 1",
    "'{a: 1, <<: {b: 2}}', '{a: 1, <<: {b: 2}}', 0",
    "'[a]', '[a]', 0",
  })
  void countsTheEntriesThatTwoMapsBeginWith(String one, String other, int count) {
    assertThat(Yaml.parse(one).commonEntries(Yaml.parse(other))).isEqualTo(count);
  }
}
