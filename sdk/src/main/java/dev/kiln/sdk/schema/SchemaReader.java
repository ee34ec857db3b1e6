package dev.kiln.sdk.schema;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Json;
import dev.kiln.sdk.ValueText;
import dev.kiln.sdk.schema.SchemaNode.Combined;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an {@code openAPIV3Schema}. A keyword that it does not know counts as a description and
 * requires nothing.
 */
final class SchemaReader {
  private static final SchemaReader STRUCTURE = new SchemaReader(true);
  private static final SchemaReader COMBINED = new SchemaReader(false);

  /** False inside allOf, anyOf, oneOf and not, where a schema lists only some of the fields. */
  private final boolean structure;

  private SchemaReader(boolean structure) {
    this.structure = structure;
  }

  static SchemaNode read(Node schema) {
    return STRUCTURE.read(schema, Path.of(""));
  }

  private SchemaNode read(Node schema, Path path) {
    if (!schema.isMap()) {
      throw BadInput.at(schema, path, "a schema");
    }
    Map<String, SchemaNode> properties = properties(schema, path);
    Node additional = schema.at("additionalProperties");
    boolean closed = additional != null && isFalse(additional);
    boolean open =
        (additional != null && !closed) || isTrue(schema, "x-kubernetes-preserve-unknown-fields");
    Node items = schema.at("items");
    return new SchemaNode(
        types(schema, path),
        isTrue(schema, "nullable"),
        properties,
        texts(schema, "required", path),
        closed || (structure && !open && !properties.isEmpty()),
        additional != null && additional.isMap()
            ? read(additional, path.key("additionalProperties"))
            : null,
        isTrue(schema, "x-kubernetes-embedded-resource"),
        items == null ? null : read(items, path.key("items")),
        constraints(schema, path),
        combined(schema, path),
        schema.at("default"));
  }

  private Map<String, SchemaNode> properties(Node schema, Path path) {
    var properties = new LinkedHashMap<String, SchemaNode>();
    Node map = schema.at("properties");
    if (map != null) {
      Path propertiesPath = path.key("properties");
      for (var entry : map.entries()) {
        properties.put(entry.name(), read(entry.value(), propertiesPath.key(entry.name())));
      }
    }
    return properties;
  }

  private static Set<SchemaType> types(Node schema, Path path) {
    if (isTrue(schema, "x-kubernetes-int-or-string")) {
      return EnumSet.of(SchemaType.INTEGER, SchemaType.STRING);
    }
    Node type = schema.at("type");
    if (type == null) {
      return Set.of();
    }
    SchemaType known = SchemaType.of(ValueText.scalarText(type));
    if (known == null) {
      throw BadInput.at(
          type, path.key("type"), "one of object, array, string, integer, number, boolean");
    }
    return Set.of(known);
  }

  private static Combined combined(Node schema, Path path) {
    Node not = schema.at("not");
    return new Combined(
        readSchemas(schema, "allOf", path),
        readSchemas(schema, "anyOf", path),
        readSchemas(schema, "oneOf", path),
        not == null ? null : COMBINED.read(not, path.key("not")));
  }

  private static List<SchemaNode> readSchemas(Node schema, String keyword, Path path) {
    var nodes = new ArrayList<SchemaNode>();
    for (Node each : list(schema, keyword, path)) {
      nodes.add(COMBINED.read(each, path.key(keyword).index(nodes.size())));
    }
    return nodes;
  }

  private static List<Constraint> constraints(Node schema, Path path) {
    var constraints = new ArrayList<Constraint>();
    if (schema.at("enum") != null) {
      constraints.add(Constraint.oneOf(list(schema, "enum", path)));
    }
    Node pattern = schema.at("pattern");
    if (pattern != null) {
      constraints.add(pattern(pattern, path));
    }
    Node format = schema.at("format");
    if (format != null) {
      constraints.add(Constraint.format(ValueText.scalarText(format)));
    }
    if (hasEither(schema, "minLength", "maxLength")) {
      constraints.add(
          Constraint.length(
              minimumOrZero(schema, "minLength", path),
              maximumOrUnbounded(schema, "maxLength", path)));
    }
    if (hasEither(schema, "minItems", "maxItems")) {
      constraints.add(
          Constraint.itemCount(
              minimumOrZero(schema, "minItems", path),
              maximumOrUnbounded(schema, "maxItems", path)));
    }
    if (hasEither(schema, "minProperties", "maxProperties")) {
      constraints.add(
          Constraint.fieldCount(
              minimumOrZero(schema, "minProperties", path),
              maximumOrUnbounded(schema, "maxProperties", path)));
    }
    if (isTrue(schema, "uniqueItems")) {
      constraints.add(Constraint.uniqueItems());
    }
    addBounds(constraints, schema, path);
    return constraints;
  }

  private static void addBounds(List<Constraint> constraints, Node schema, Path path) {
    BigDecimal minimum = number(schema, "minimum", path);
    if (minimum != null) {
      constraints.add(Constraint.atLeast(minimum, isTrue(schema, "exclusiveMinimum")));
    }
    BigDecimal maximum = number(schema, "maximum", path);
    if (maximum != null) {
      constraints.add(Constraint.atMost(maximum, isTrue(schema, "exclusiveMaximum")));
    }
    BigDecimal factor = number(schema, "multipleOf", path);
    if (factor != null && factor.signum() > 0) {
      constraints.add(Constraint.multipleOf(factor));
    }
  }

  private static Constraint pattern(Node pattern, Path path) {
    try {
      return Constraint.pattern(ValueText.scalarText(pattern));
    } catch (PatternSyntaxException e) {
      throw BadInput.at(
          pattern, path.key("pattern"), "a regular expression; " + e.getDescription());
    }
  }

  private static boolean hasEither(Node schema, String least, String most) {
    return schema.at(least) != null || schema.at(most) != null;
  }

  private static long minimumOrZero(Node schema, String keyword, Path path) {
    BigDecimal number = number(schema, keyword, path);
    return number == null ? 0 : number.longValue();
  }

  private static long maximumOrUnbounded(Node schema, String keyword, Path path) {
    BigDecimal number = number(schema, keyword, path);
    return number == null ? Long.MAX_VALUE : number.longValue();
  }

  private static @Nullable BigDecimal number(Node schema, String keyword, Path path) {
    Node node = schema.at(keyword);
    BigDecimal number = node == null ? null : Json.numberOf(node);
    if (node != null && number == null) {
      throw BadInput.at(node, path.key(keyword), "a number");
    }
    return number;
  }

  private static List<Node> list(Node schema, String keyword, Path path) {
    Node node = schema.at(keyword);
    if (node != null && !node.isList()) {
      throw BadInput.at(node, path.key(keyword), "a list");
    }
    return node == null ? List.of() : node.items();
  }

  private static Set<String> texts(Node schema, String keyword, Path path) {
    var texts = new LinkedHashSet<String>();
    list(schema, keyword, path).forEach(each -> texts.add(ValueText.scalarText(each)));
    return texts;
  }

  private static boolean isTrue(Node schema, String keyword) {
    return ValueText.scalarText(schema.at(keyword)).equals("true");
  }

  private static boolean isFalse(Node node) {
    return ValueText.scalarText(node).equals("false");
  }
}
