package dev.kiln.functions.fields;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexSizeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "((a{1000}){1000}){1000}",
        "(?:(?:a{0,1000}){0,1000}){2}",
        "(a{1000,}){11}",
        "a{100}{100}{100}",
        "[]a-z]{1000}(\\p{Greek}{1000}){20}",
        "(\\Q((((\\E{500}){500}",
        "([^[:alpha:]\\]]{300}){300}",
        "(((a){99999",
        "((a{999}))))){999}b{999}",
      })
  void refusesNestedRepetitions(String regex) {
    boolean isText = regex.endsWith("9999"); // no closing brace, so it repeats nothing
    assertThat(RegexSize.problem(regex).isEmpty()).isEqualTo(isText);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "value-(.*)",
        "a{1000}",
        "(\\d{1,3}\\.){3}\\d{1,3}",
        "[{1000}]{5}{",
        "\\{1000}(\\x{10FFFF}\\p{L}){9}",
        "${a{b}",
        ")]}\\"
      })
  void acceptsOthers(String regex) {
    assertThat(RegexSize.problem(regex)).isEmpty();
  }
}
