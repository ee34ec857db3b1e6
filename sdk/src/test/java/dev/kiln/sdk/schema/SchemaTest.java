package dev.kiln.sdk.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.sdk.BadInput;
import dev.kiln.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
  private static final Schema SCHEMA =
      schema(
          """
          type: object
          required: [size]
          properties:
            size: {type: integer, minimum: 1, maximum: 10, exclusiveMaximum: true}
            name: {type: string, pattern: '^[a-z]+$', maxLength: 3}
            mode: {type: string, enum: [fast, slow]}
            ratio: {type: number, multipleOf: 0.5}
            port: {x-kubernetes-int-or-string: true}
            note: {type: string, nullable: true}
            list: {type: array, minItems: 1, maxItems: 2, uniqueItems: true, items: {type: integer}}
            map: {type: object, additionalProperties: {type: string}, maxProperties: 1}
            free: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: integer}}}
            any: {type: object}
            choice:
              type: object
              properties: {a: {type: integer}, b: {type: integer}}
              oneOf: [{required: [a]}, {required: [b]}]
            not:
              type: string
              not: {enum: [no]}
            some:
              type: string
              anyOf: [{pattern: a}, {pattern: b}]
            both:
              type: string
              allOf: [{pattern: a}, {pattern: b}]
            object: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
            when: {type: string, format: date}
          """);

  private static Schema schema(String text) {
    return Schema.of(Yaml.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "size: 1",
        "size: 9, name: abc, mode: fast",
        "size: 2.0",
        "size: 1, ratio: 1.5",
        "size: 1, port: 80",
        "size: 1, port: http",
        "size: 1, note:",
        "size: 1, list: [1, 2]",
        "size: 1, map: {a.b: c}",
        "size: 1, free: {a: 1, b: [2]}",
        "size: 1, any: {a: 1, b: [2]}",
        "size: 1, choice: {b: 1}",
        "size: 1, not: yes",
        "size: 1, some: a, both: ab",
        "size: 1, object: {apiVersion: v1, kind: A, metadata: {name: x}, spec: {}}",
        "size: 1, when: '2024-02-29'"
      })
  void acceptsValidValues(String fields) {
    assertThat(SCHEMA.check(Yaml.parse("{" + fields + "}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: a|size|size: missing (expected: an integer) at line 1, column 1",
        "size: x|size|size: \"x\" (expected: an integer) at line 1, column 8",
        "size: 1.5|size|size: 1.5 (expected: an integer)",
        "size: .inf|size|size: .inf (expected: an integer)",
        "size: 0|size|size: 0 (expected: at least 1)",
        "size: 10|size|size: 10 (expected: less than 10)",
        "size: 1, name: A|name|`name: \"A\" (expected: a text that matches ^[a-z]+$)`",
        "size: 1, name: abcd|name|name: \"abcd\" (expected: at most 3 characters)",
        "size: 1, mode: no|mode|mode: \"no\" (expected: one of fast, slow)",
        "size: 1, ratio: 0.7|ratio|ratio: 0.7 (expected: a multiple of 0.5)",
        "size: 1, port: 1.5|port|port: 1.5 (expected: an integer or a text)",
        "size: 1, name:|name|name: null (expected: a text)",
        "size: 1, list: []|list|list: an empty list (expected: at least 1 item)",
        "size: 1, list: [1, 2, 3]|list|list: a list (expected: at most 2 items)",
        "size: 1, list: [1, 1.0]|list|list: a list (expected: no item twice, but [1] repeats one)",
        "size: 1, list: [1, x]|list[1]|list[1]: \"x\" (expected: an integer)",
        "size: 1, map: {a.b: 1}|`map[\"a.b\"]`|`map[\"a.b\"]: 1 (expected: a text)`",
        "size: 1, map: {a: b, c: d}|map|map: a map (expected: at most 1 field)",
        "size: 1, free: {a: x}|free.a|free.a: \"x\" (expected: an integer)",
        "size: 1, choice: {}|choice|choice: an empty map (expected: one of several forms, but choice.a: missing",
        "`size: 1, choice: {a: 1, b: 1}`|choice|choice: a map (expected: one form alone, but it has 2)",
        "size: 1, not: no|not|not: \"no\" (expected: not what the schema rules out)",
        "size: 1, some: c|some|some: \"c\" (expected: one of several forms, but some",
        "size: 1, both: a|both|both: \"a\" (expected: a text that matches b)",
        "size: 1, when: today|when|when: \"today\" (expected: a text of format date)",
        "size: 1, szie: 2|szie|szie: unknown field (expected: one of size, name, mode",
        "size: 1, choice: {a: 1, c: 1}|choice.c|choice.c: unknown field (expected: one of a, b)"
      })
  void refusesInvalidValuesWithTheirPath(String fields, String path, String message) {
    var violations = SCHEMA.check(Yaml.parse("{" + fields + "}"));
    assertThat(violations).hasSize(1);
    assertThat(violations.getFirst().path()).hasToString(path);
    assertThat(violations.getFirst().message()).startsWith(message);
  }

  @Test
  void reportsAllViolationsInTheOrderOfTheText() {
    assertThat(SCHEMA.check(Yaml.parse("{b: 1, name: 2, list: [x, y]}")))
        .extracting(violation -> violation.path().toString())
        .containsExactly("b", "name", "list[0]", "list[1]", "size");
  }

  @Test
  void ignoresTheFieldsOfEveryObject() {
    var object = Yaml.parse("{apiVersion: a, kind: 3, metadata: {x: y}, size: 1, status: {}}");
    assertThat(SCHEMA.checkObject(object))
        .extracting(violation -> violation.path().toString())
        .containsExactly("status");
  }

  @Test
  void countsCharactersNotUnits() {
    var schema = schema("{type: string, maxLength: 2}");
    assertThat(schema.check(Yaml.parse("'😀😀'"))).isEmpty();
    assertThat(schema.check(Yaml.parse("'😀😀😀'"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ipv4,1.2.3.4,1.2.3",
    "ipv4,255.255.255.255,256.1.1.1",
    "ipv6,::1,1::2::3",
    "ipv6,fe80::1:2,fe80",
    "ipv6,::ffff:1.2.3.4,1:2:3:4:5:6:7:8:9",
    "cidr,10.0.0.0/8,10.0.0.0/33",
    "cidr,fd00::/64,fd00::/129",
    "uri,https://a.b/c,a b",
    "email,a@b.c,ab",
    "hostname,a-b.c,-a",
    "uuid,123e4567-e89b-12d3-a456-426614174000,123",
    "mac,01:23:45:67:89:ab,01:23",
    "byte,YWI=,Y!",
    "date,2024-02-29,2023-02-29",
    "date-time,2024-02-29T10:00:00Z,2024-02-29",
    "duration,1h30m,soon"
  })
  void checksFormatsAsKubernetesDoes(String format, String good, String bad) {
    var schema = schema("{type: string, format: " + format + "}");
    assertThat(schema.check(Yaml.parse("\"" + good + "\""))).isEmpty();
    assertThat(schema.check(Yaml.parse("\"" + bad + "\""))).hasSize(1);
  }

  @Test
  void ignoresUnknownFormats() {
    assertThat(schema("{type: string, format: colour}").check(Yaml.parse("red"))).isEmpty();
  }

  @Test
  void fillsInDefaultsInDefaultsToo() {
    var schema =
        schema(
            """
            type: object
            properties:
              a: {type: integer, default: 1}
              b: {type: object, default: {}, properties: {c: {type: string, default: d}}}
              e: {type: string, default: f}
              g: {type: array, items: {type: object, properties: {h: {type: integer, default: 2}}}}
            """);
    var filled = schema.fillDefaults(Yaml.parse("e: x\na:\ng: [{}]\n"));
    assertThat(filled.hasSameValueAs(Yaml.parse("{e: x, a: 1, b: {c: d}, g: [{h: 2}]}"))).isTrue();
  }

  @Test
  void refusesAnInvalidSchema() {
    assertThatThrownBy(() -> schema("{properties: {a: {type: text}}}"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "properties.a.type: \"text\" (expected: one of object, array, string, integer, number,"
                + " boolean) at line 1, column 25");
    assertThatThrownBy(() -> schema("{pattern: '('}")).isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> schema("[]")).isInstanceOf(BadInput.class);
  }

  @Test
  void goesAsDeepAsTheSchemaHoweverDeepTheValue() {
    int depth = 5_000;
    var deep = Yaml.parse("[".repeat(depth) + "]".repeat(depth));
    assertThat(schema("{type: array, uniqueItems: true, items: {enum: [[]]}}").check(deep))
        .hasSize(1);
  }
}
