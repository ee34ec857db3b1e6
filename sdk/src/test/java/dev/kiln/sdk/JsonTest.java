package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`a: 1\nb: [x, true, null, {}]\nc: []`|`{\"a\":1,\"b\":[\"x\",true,null,{}],\"c\":[]}`",
        "yes|\"yes\"",
        "0644|420",
        "1.20|1.20",
        "1e3|1e3",
        ".5|0.5",
        "18446744073709551616|18446744073709551616",
        "\"a\\tb\\\"c\\\\d\\u0001\"|\"a\\tb\\\"c\\\\d\\u0001\"",
        "`[&a {x: 1}, *a]`|`[{\"x\":1},{\"x\":1}]`"
      })
  void writesTheValueOfTheTree(String yaml, String json) {
    assertThat(Json.toJson(Yaml.parse(yaml))).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource({
    "a: .inf,.inf (expected: a number with digits: JSON has no other)",
    "1: a,key 1 (expected: a text: JSON has no other keys)",
    "a: !!binary YQ==,binary data (expected: a text: JSON has no other data)"
  })
  void refusesValuesThatJsonCannotExpress(String yaml, String message) {
    assertThatThrownBy(() -> Json.toJson(Yaml.parse(yaml)))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void goesDeeperThanAStack() {
    String deep = "[".repeat(9_000) + "]".repeat(9_000);
    assertThat(Json.toJson(Yaml.parse(deep))).isEqualTo(deep);
  }

  @Test
  void isEqualForValuesThatASchemaTreatsAsEqual() {
    assertThat(Json.canonical(Yaml.parse("{a: 1.0, b: [0x10]}")))
        .isEqualTo(Json.canonical(Yaml.parse("{b: [16.00], a: 1}")));
    assertThat(Json.canonical(Yaml.parse("{a: 1, \"b\": 2, 'c': 3}")))
        .isEqualTo(Json.canonical(Yaml.parse("{'a': 1, b: 2, \"c\": 3}")));
    assertThat(Json.canonical(Yaml.parse("'1'"))).isNotEqualTo(Json.canonical(Yaml.parse("1")));
  }
}
