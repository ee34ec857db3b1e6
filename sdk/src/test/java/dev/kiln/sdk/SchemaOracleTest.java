package dev.kiln.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.kiln.sdk.schema.Schema;
import dev.kiln.yaml.Yaml;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares our checker with a library, on random schemas and values. */
class SchemaOracleTest {
  private static final int SCHEMAS = 800;
  private static final int VALUES = 10;

  private final ObjectMapper json = new ObjectMapper();
  private final SchemaRegistry oracle =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @Test
  void agreesWithTheOracleOnViolationsAndTheirPaths() throws JsonProcessingException {
    int fitting = 0;
    int refused = 0;
    for (int seed = 0; seed < SCHEMAS; seed++) {
      var made = new RandomSchema(new Random(seed));
      Map<String, Object> schema = made.schema(3);
      var ours = Schema.of(Yaml.parse(json.writeValueAsString(schema)));
      var theirs =
          oracle.getSchema(
              json.writeValueAsString(RandomSchema.forOracle(schema, true)), InputFormat.JSON);
      for (int i = 0; i < VALUES; i++) {
        String value = json.writeValueAsString(made.value(schema));
        var places = places(ours, value);
        var expected = places(theirs, value);
        // for a choice, the oracle also reports the violations inside each branch
        boolean choice = schema.toString().matches("(?s).*(anyOf|oneOf)=.*");
        assertThat(choice ? places.isEmpty() : places)
            .as("seed %d, value %s, schema %s", seed, value, json.writeValueAsString(schema))
            .isEqualTo(choice ? expected.isEmpty() : expected);
        if (places.isEmpty()) {
          fitting++;
        } else {
          refused++;
        }
      }
    }
    assertThat(Math.min(fitting, refused)).isGreaterThan(SCHEMAS);
  }

  /** The path of a violation. A missing or unknown field counts as a violation of its map. */
  private static Set<String> places(Schema schema, String value) {
    return schema.check(Yaml.parse(value)).stream()
        .map(
            violation ->
                violation.message().contains(": missing (expected")
                        || violation.message().contains(": unknown field (expected")
                    ? violation.path().parent()
                    : violation.path())
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> places(com.networknt.schema.Schema schema, String value) {
    return schema.validate(value, InputFormat.JSON).stream()
        .map(error -> path(error.getInstanceLocation().toString()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code /a/0/b} as {@code a[0].b}. */
  private static String path(String pointer) {
    return pointer.replaceAll("/([0-9]+)", "[$1]").replace('/', '.').replaceFirst("^[.]", "");
  }
}
