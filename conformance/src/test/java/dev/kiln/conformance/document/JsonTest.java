package dev.kiln.conformance.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
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
  void keepsTheMeaning(String yaml, String json) throws Unreadable {
    assertThat(Json.of(Document.of(yaml).root())).isEqualTo(json);
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
    assertThat(Json.isJson(text)).isEqualTo(isJson);
  }

  @Test
  void escapesWhatJsonCannotHold() {
    assertThat(Json.quoted("a\"b\\c\n\t\r\u0001ü🌍"))
        .isEqualTo("\"a\\\"b\\\\c\\n\\t\\r\\u0001ü\\ud83c\\udf0d\"");
  }

  @Test
  void isReadAsWhatWasWritten() throws Unreadable {
    Value value = Document.of("a: \"\\u2028 🌍\\t\"\n'b ': |\n  x\n").root();

    assertThat(Differences.between("", value, Document.of(Json.of(value)).root())).isEmpty();
  }
}
