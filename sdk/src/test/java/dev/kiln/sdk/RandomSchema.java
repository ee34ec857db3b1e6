package dev.kiln.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes random structural schemas, and values that mostly fit them. */
final class RandomSchema {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final List<String> TEXTS = List.of("", "a", "ab", "abc", "no", "Yes!");

  private final Random random;

  RandomSchema(Random random) {
    this.random = random;
  }

  Map<String, Object> schema(int depth) {
    Map<String, Object> schema =
        switch (random.nextInt(depth == 0 ? 5 : 9)) {
          case 0 -> string();
          case 1 -> number("integer");
          case 2 -> number("number");
          case 3 -> map("type", "boolean");
          case 4 -> map("x-kubernetes-int-or-string", true);
          case 5, 6 -> array(depth);
          default -> object(depth);
        };
    if (chance(5)) {
      schema.put("nullable", true);
    } else if (chance(6)) {
      combine(schema);
    }
    if (chance(8) && schema.containsKey("type")) {
      schema.put("enum", some(3, _ -> fitting(schema)));
    }
    return schema;
  }

  private Map<String, Object> string() {
    Map<String, Object> schema = map("type", "string");
    maybe(schema, "minLength", random.nextInt(2));
    maybe(schema, "maxLength", 1 + random.nextInt(3));
    maybe(schema, "pattern", pick(List.of("^a", "b", "^[a-z]*$")));
    return schema;
  }

  private Map<String, Object> number(String type) {
    Map<String, Object> schema = map("type", type);
    maybe(schema, "minimum", random.nextInt(3) - 1);
    maybe(schema, "maximum", 1 + random.nextInt(4));
    if (schema.containsKey("minimum")) {
      maybe(schema, "exclusiveMinimum", random.nextBoolean());
    }
    if (schema.containsKey("maximum")) {
      maybe(schema, "exclusiveMaximum", random.nextBoolean());
    }
    maybe(schema, "multipleOf", pick(List.of(2, 3, 0.5)));
    return schema;
  }

  private Map<String, Object> array(int depth) {
    Map<String, Object> schema = map("type", "array");
    schema.put("items", schema(depth - 1));
    maybe(schema, "minItems", random.nextInt(2));
    maybe(schema, "maxItems", 1 + random.nextInt(3));
    maybe(schema, "uniqueItems", random.nextBoolean());
    return schema;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> schema = map("type", "object");
    var properties = new TreeMap<String, Object>();
    for (int i = random.nextInt(4); i > 0; i--) {
      properties.put(pick(NAMES), schema(depth - 1));
    }
    schema.put("properties", properties);
    maybe(schema, "required", some(2, _ -> pick(NAMES)).stream().distinct().toList());
    maybe(schema, "minProperties", random.nextInt(2));
    maybe(schema, "maxProperties", 1 + random.nextInt(4));
    switch (random.nextInt(6)) {
      case 0 -> schema.put("additionalProperties", schema(depth - 1));
      case 1 -> schema.put("additionalProperties", random.nextBoolean());
      case 2 -> schema.put("x-kubernetes-preserve-unknown-fields", true);
      default -> {}
    }
    return schema;
  }

  private void combine(Map<String, Object> schema) {
    switch (random.nextInt(4)) {
      case 0 -> schema.put("allOf", some(2, _ -> part()));
      case 1 -> schema.put("anyOf", some(2, _ -> part()));
      case 2 -> schema.put("oneOf", some(3, _ -> part()));
      default -> schema.put("not", part());
    }
  }

  /** As a structural schema has it inside a combination: no types, only what a value may be. */
  private Map<String, Object> part() {
    return switch (random.nextInt(6)) {
      case 0 -> map("required", List.of(pick(NAMES)));
      case 1 -> map("minLength", 2);
      case 2 -> map("maximum", 2);
      case 3 -> map("maxItems", 1);
      case 4 -> map("properties", map(pick(NAMES), map("minimum", 2)));
      default -> map("enum", List.of("ab", 1, 2));
    };
  }

  /** Mostly one that fits. */
  @Nullable Object value(Map<String, Object> schema) {
    return chance(10) ? anything() : fitting(schema);
  }

  private @Nullable Object fitting(Map<String, Object> schema) {
    if (schema.get("enum") instanceof List<?> values && !values.isEmpty() && !chance(4)) {
      return pick(values);
    }
    if (schema.containsKey("nullable") && chance(4)) {
      return null;
    }
    return switch (String.valueOf(schema.get("type"))) {
      case "string" -> pick(TEXTS);
      case "integer" -> random.nextInt(8) - 2;
      case "number" -> number();
      case "boolean" -> random.nextBoolean();
      case "array" -> some(4, _ -> value(child(schema, "items")));
      case "object" -> fittingObject(schema);
      default -> random.nextBoolean() ? (Object) random.nextInt(4) : pick(TEXTS);
    };
  }

  private Object number() {
    int halves = random.nextInt(16) - 4;
    return halves % 2 == 0 ? (Object) (halves / 2) : (Object) (halves * 0.5);
  }

  private Object fittingObject(Map<String, Object> schema) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    Map<String, Object> properties = child(schema, "properties");
    for (String name : NAMES) {
      if (properties.containsKey(name) ? !chance(3) : chance(6)) {
        Map<String, Object> property =
            properties.containsKey(name)
                ? child(properties, name)
                : schema.get("additionalProperties") instanceof Map<?, ?>
                    ? child(schema, "additionalProperties")
                    : map("type", "string");
        object.put(name, value(property));
      }
    }
    return object;
  }

  private @Nullable Object anything() {
    return switch (random.nextInt(7)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> number();
      case 3 -> List.of(1);
      case 4 -> map("a", 1);
      default -> pick(TEXTS);
    };
  }

  /** The same for a checker of JSON schemas, which knows nothing of Kubernetes. */
  static Map<String, Object> forOracle(Map<String, Object> schema, boolean structure) {
    var other = new LinkedHashMap<>(schema);
    List<String> types = new ArrayList<>();
    if (other.remove("x-kubernetes-int-or-string") != null) {
      types.addAll(List.of("integer", "string"));
    } else if (other.get("type") instanceof String type) {
      types.add(type);
    }
    if (other.remove("nullable") != null) {
      types.add("null");
    }
    if (!types.isEmpty()) {
      other.put("type", types);
    }
    exclusive(other, "exclusiveMinimum", "minimum");
    exclusive(other, "exclusiveMaximum", "maximum");
    boolean open = other.remove("x-kubernetes-preserve-unknown-fields") != null;
    if (other.get("properties") instanceof Map<?, ?> properties) {
      other.put("properties", eachForOracle(properties, structure));
      if (structure && !open && !properties.isEmpty()) {
        other.putIfAbsent("additionalProperties", false);
      }
    }
    for (String keyword : List.of("items", "additionalProperties", "not")) {
      if (other.get(keyword) instanceof Map<?, ?>) {
        other.put(keyword, forOracle(child(other, keyword), structure && !keyword.equals("not")));
      }
    }
    return other;
  }

  private static Map<String, Object> eachForOracle(Map<?, ?> properties, boolean structure) {
    var others = new TreeMap<String, Object>();
    properties.forEach(
        (name, property) -> others.put((String) name, forOracle(asMap(property), structure)));
    return others;
  }

  private static void exclusive(Map<String, Object> schema, String exclusive, String bound) {
    if (Boolean.TRUE.equals(schema.remove(exclusive))) {
      schema.put(exclusive, schema.remove(bound));
    }
  }

  private static Map<String, Object> child(Map<String, Object> schema, String key) {
    return asMap(schema.getOrDefault(key, Map.of()));
  }

  @SuppressWarnings("unchecked") // only made above, with these types
  private static Map<String, Object> asMap(Object map) {
    return (Map<String, Object>) map;
  }

  private static Map<String, Object> map(String key, Object value) {
    var map = new LinkedHashMap<String, Object>();
    map.put(key, value);
    return map;
  }

  private void maybe(Map<String, Object> schema, String key, Object value) {
    if (chance(4)) {
      schema.put(key, value);
    }
  }

  private <T extends @Nullable Object> List<T> some(int most, IntFunction<T> maker) {
    var list = new ArrayList<T>();
    IntStream.range(0, 1 + random.nextInt(most)).forEach(i -> list.add(maker.apply(i)));
    return list;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
