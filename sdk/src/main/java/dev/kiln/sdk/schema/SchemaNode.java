package dev.kiln.sdk.schema;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ValueText;
import dev.kiln.sdk.schema.Schema.Violation;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.CallInterrupted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One level of a schema. A check goes only as deep as the schema, whatever the depth of the value.
 *
 * @param types the types that are valid, empty for any
 * @param refusesUnknown whether fields that are not in the properties are refused
 * @param additionalProperties the schema for such fields, null if they may hold anything
 */
record SchemaNode(
    Set<SchemaType> types,
    boolean nullable,
    Map<String, SchemaNode> properties,
    Set<String> required,
    boolean refusesUnknown,
    @Nullable SchemaNode additionalProperties,
    boolean embedsObject,
    @Nullable SchemaNode items,
    List<Constraint> constraints,
    Combined combined,
    @Nullable Node defaultValue) {

  /** The schemas of {@code allOf}, {@code anyOf}, {@code oneOf} and {@code not}. */
  record Combined(
      List<SchemaNode> allOf,
      List<SchemaNode> anyOf,
      List<SchemaNode> oneOf,
      @Nullable SchemaNode not) {}

  /**
   * Adds all violations in a value.
   *
   * @param ignored fields of this level that are not checked
   */
  void check(Node value, Path path, Set<String> ignored, List<Violation> violations) {
    CallInterrupted.check();
    if (!fits(value)) {
      violations.add(violation(path, value, ValueText.of(value), SchemaType.describe(types)));
      return;
    }
    for (Constraint constraint : constraints) {
      String expected = constraint.expectedIfInvalid(value);
      if (expected != null) {
        violations.add(violation(path, value, ValueText.of(value), expected));
      }
    }
    if (value.isMap()) {
      checkFields(value, path, ignored, violations);
    } else if (value.isList() && items != null) {
      int i = 0;
      for (Node item : value.items()) {
        items.check(item, path.index(i++), Set.of(), violations);
      }
    }
    if (!value.isNull()) {
      checkCombined(value, path, ignored, violations);
    }
  }

  private boolean fits(Node value) {
    if (value.isNull() && !types.isEmpty()) {
      return nullable;
    }
    for (SchemaType type : types) {
      if (type.fits(value)) {
        return true;
      }
    }
    return types.isEmpty();
  }

  private void checkFields(
      Node map, Path path, Set<String> ignoredHere, List<Violation> violations) {
    Set<String> ignored = embedsObject ? Resource.OBJECT_FIELDS : ignoredHere;
    for (var entry : map.entries()) {
      String name = entry.name();
      if (!ignored.contains(name)) {
        SchemaNode property = properties.getOrDefault(name, additionalProperties);
        if (property != null) {
          property.check(entry.value(), path.key(name), Set.of(), violations);
        } else if (refusesUnknown) {
          violations.add(
              violation(
                  path.key(name),
                  entry.value(),
                  "unknown field",
                  ValueText.oneOf(properties.keySet())));
        }
      }
    }
    for (String name : required) {
      if (!ignored.contains(name) && map.at(name) == null) {
        violations.add(missingField(map, path.key(name), properties.get(name)));
      }
    }
  }

  private static Violation missingField(Node map, Path path, @Nullable SchemaNode property) {
    String expected = property == null ? "a value" : SchemaType.describe(property.types);
    String message =
        BadInput.message(path.toString(), "missing", expected, map.line(), map.column());
    return new Violation(path, message, null);
  }

  private void checkCombined(
      Node value, Path path, Set<String> ignored, List<Violation> violations) {
    for (SchemaNode each : combined.allOf) {
      each.check(value, path, ignored, violations);
    }
    if (!combined.anyOf.isEmpty()) {
      checkChoices(combined.anyOf, false, value, path, ignored, violations);
    }
    if (!combined.oneOf.isEmpty()) {
      checkChoices(combined.oneOf, true, value, path, ignored, violations);
    }
    if (combined.not != null && combined.not.violations(value, path, ignored).isEmpty()) {
      violations.add(violation(path, value, ValueText.of(value), "not what the schema rules out"));
    }
  }

  private static void checkChoices(
      List<SchemaNode> choices,
      boolean exactlyOne,
      Node value,
      Path path,
      Set<String> ignored,
      List<Violation> violations) {
    var reasons = choices.stream().map(choice -> choice.violations(value, path, ignored)).toList();
    long fitting = reasons.stream().filter(List::isEmpty).count();
    if (fitting == 0) {
      String explanation =
          reasons.stream()
              .map(List::getFirst)
              .map(Violation::message)
              .collect(Collectors.joining("; or "));
      violations.add(
          violation(path, value, ValueText.of(value), "one of several forms, but " + explanation));
    } else if (exactlyOne && fitting > 1) {
      violations.add(
          violation(path, value, ValueText.of(value), "one form alone, but it has " + fitting));
    }
  }

  private List<Violation> violations(Node value, Path path, Set<String> ignored) {
    var found = new ArrayList<Violation>();
    check(value, path, ignored, found);
    return found;
  }

  private static Violation violation(Path path, Node value, String found, String expected) {
    return new Violation(
        path,
        BadInput.message(path.toString(), found, expected, value.line(), value.column()),
        value);
  }

  /** Collects the defaults of missing fields. */
  void collectDefaults(Node value, Path path, Map<Path, Node> defaults) {
    CallInterrupted.check();
    if (value.isMap()) {
      properties.forEach(
          (name, property) -> collectDefaults(value.at(name), property, path.key(name), defaults));
      if (additionalProperties != null) {
        for (var entry : value.entries()) {
          if (!properties.containsKey(entry.name())) {
            additionalProperties.collectDefaults(entry.value(), path.key(entry.name()), defaults);
          }
        }
      }
    } else if (value.isList() && items != null) {
      int i = 0;
      for (Node item : value.items()) {
        items.collectDefaults(item, path.index(i++), defaults);
      }
    }
  }

  private static void collectDefaults(
      @Nullable Node value, SchemaNode property, Path path, Map<Path, Node> defaults) {
    if (value != null && (!value.isNull() || property.nullable)) {
      property.collectDefaults(value, path, defaults);
    } else if (property.defaultValue != null) {
      defaults.put(path, property.defaultValue);
    }
  }
}
