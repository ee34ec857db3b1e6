package dev.kiln.yaml.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"{a: 1, b: [x], c: {d: e}}", "a: 1\n<<: {b: 2, a: 3}\nc: 4\n", "{}", "[a]"})
  void valuesAreThoseOfTheEntries(String text) {
    Node map = Yaml.parse(text);
    assertThat(map.values().stream().map(Node::toString).toList())
        .isEqualTo(map.entries().stream().map(entry -> entry.value().toString()).toList());
    assertThat(map.values().stream().map(value -> value.key().orElseThrow().text()).toList())
        .isEqualTo(map.entries().stream().map(Entry::name).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "word",
        "'it''s'",
        "\"a\\\"b\"",
        "\"\\u0061bc\"",
        "über",
        "'über'",
        "|\n  abc\n",
        "''"
      })
  void comparesTheBeginningsOfTexts(String written) {
    Node node = Yaml.parse(written);
    String text = node.text();
    for (int i = 0; i <= text.length(); i++) {
      assertThat(node.textStartsWith(text.substring(0, i))).isTrue();
      assertThat(node.textStartsWith(text.substring(0, i) + "\u0001")).isFalse();
      assertThat(node.textStartsWith(text.substring(0, i) + "ü"))
          .isEqualTo(text.startsWith("ü", i));
    }
  }

  @Test
  void findsAnItemByItsIndex() {
    Node node = Yaml.parse("list: [a, {b: [c, d]}]");
    assertThat(node.find("list[1].b[1]")).get().hasToString("d");
    assertThat(node.find("list[2]")).isEmpty();
    assertThat(node.find("list[1][0]")).isEmpty();
  }
}
