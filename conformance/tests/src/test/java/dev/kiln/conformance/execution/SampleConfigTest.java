package dev.kiln.conformance.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleConfigTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{type: string}|\"sample\"",
        "{type: string, enum: [a, b]}|\"a\"",
        "{type: string, default: d, enum: [a]}|\"d\"",
        "{type: string, example: e, default: d}|\"e\"",
        "{type: integer}|1",
        "{type: integer, minimum: 5}|5",
        "{type: boolean}|true",
        "{type: array, items: {type: integer}}|[1]",
        "{type: object}|{}",
        "{type: object, required: [a], properties: {a: {type: boolean}, b: {}}}|{\"a\":true}",
        "{type: object, additionalProperties: {type: integer}}|{\"sample\":1}",
      })
  void hasWhatMustBeThere(String schema, String value) throws UnreadableDocumentException {
    assertThat(config(schema))
        .isEqualTo(
            "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Own\",\"metadata\":{\"name\":\"sample\"},\"x\":%s}"
                .formatted(value));
  }

  @Test
  void isNoneWhereNothingIsAskedFor() throws UnreadableDocumentException {
    assertThat(SampleConfig.of(YamlDocument.of("spec: {group: example.com}").root())).isEmpty();
  }

  private static String config(String schema) throws UnreadableDocumentException {
    return SampleConfig.of(
        YamlDocument.of(
                """
                kind: KRMFunctionDefinition
                spec:
                  group: example.com
                  names: {kind: Own}
                  versions:
                  - name: v1
                    schema:
                      openAPIV3Schema:
                        required: [metadata, x]
                        properties:
                          metadata: {type: object}
                          y: {type: string}
                          x: %s
                """
                    .formatted(schema))
            .root());
  }
}
