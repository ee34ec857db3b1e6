package dev.kiln.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{a: [b, {}], c: []}|{\"a\":[\"b\",{}],\"c\":[]}",
        "'7'|\"7\"",
        "7|7",
        "True|true",
        "yes|\"yes\"",
        "017|\"017\"",
        "~|null",
      })
  void keepsTheMeaning(String yaml, String json) throws UnreadableDocumentException {
    assertThat(JsonText.of(YamlDocument.of(yaml).root())).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": [1, true, null]}|true",
        "[{\"a\": \"b\"}]|true",
        "- a: b|false",
        "{a: b}|false",
      })
  void isToldFromYaml(String text, boolean isJson) {
    assertThat(JsonText.isJson(text)).isEqualTo(isJson);
  }

  @Test
  void escapesWhatJsonCannotHold() {
    assertThat(JsonText.quoted("a\"b\\c\n\t\r\u0001ü🌍"))
        .isEqualTo("\"a\\\"b\\\\c\\n\\t\\r\\u0001ü\\ud83c\\udf0d\"");
  }

  @Test
  void isReadAsWhatWasWritten() throws UnreadableDocumentException {
    DocumentValue value = YamlDocument.of("a: \"\\u2028 🌍\\t\"\n'b ': |\n  x\n").root();

    assertThat(ValueDifferences.between("", value, YamlDocument.of(JsonText.of(value)).root()))
        .isEmpty();
  }
}
