package dev.kiln.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void writesListsAndMaps() {
    assertThat(JsonWriter.of(List.of(Map.of("a", "b"), List.of())))
        .isEqualTo("[\n  {\n    \"a\": \"b\"\n  },\n  []\n]\n");
  }

  @Test
  void escapesWhatMustBe() {
    assertThat(JsonWriter.of("a\"b\\c\nd\te\u0001ä"))
        .isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u0001ä\"\n");
  }
}
