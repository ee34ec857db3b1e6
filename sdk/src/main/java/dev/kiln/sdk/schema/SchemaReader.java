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
        (additional != null && !closed) || is(schema, "x-kubernetes-preserve-unknown-fields");
    Node items = schema.at("items");
    return new SchemaNode(
        types(schema, path),
        is(schema, "nullable"),
        properties,
        texts(schema, "required", path),
        closed || (structure && !open && !properties.isEmpty()),
        additional != null && additional.isMap()
            ? read(additional, path.key("additionalProperties"))
            : null,
        is(schema, "x-kubernetes-embedded-resource"),
        items == null ? null : read(items, path.key("items")),
        constraints(schema, path),
        combined(schema, path),
        schema.at("default"));
  }

  private Map<String, SchemaNode> properties(Node schema, Path path) {
    var properties = new LinkedHashMap<String, SchemaNode>();
    Node map = schema.at("properties");
    if (map != null) {
      Path under = path.key("properties");
      for (var entry : map.entries()) {
        properties.put(entry.name(), read(entry.value(), under.key(entry.name())));
      }
    }
    return properties;
  }

  private static Set<SchemaType> types(Node schema, Path path) {
    if (is(schema, "x-kubernetes-int-or-string")) {
      return EnumSet.of(SchemaType.INTEGER, SchemaType.STRING);
    }
    Node type = schema.at("type");
    if (type == null) {
      return Set.of();
    }
    SchemaType known = SchemaType.of(ValueText.plain(type));
    if (known == null) {
      throw BadInput.at(
          type, path.key("type"), "one of object, array, string, integer, number, boolean");
    }
    return Set.of(known);
  }

  private static Combined combined(Node schema, Path path) {
    Node not = schema.at("not");
    return new Combined(
        several(schema, "allOf", path),
        several(schema, "anyOf", path),
        several(schema, "oneOf", path),
        not == null ? null : COMBINED.read(not, path.key("not")));
  }

  private static List<SchemaNode> several(Node schema, String keyword, Path path) {
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
      constraints.add(Constraint.format(ValueText.plain(format)));
    }
    if (has(schema, "minLength", "maxLength")) {
      constraints.add(
          Constraint.length(least(schema, "minLength", path), most(schema, "maxLength", path)));
    }
    if (has(schema, "minItems", "maxItems")) {
      constraints.add(
          Constraint.items(least(schema, "minItems", path), most(schema, "maxItems", path)));
    }
    if (has(schema, "minProperties", "maxProperties")) {
      constraints.add(
          Constraint.fields(
              least(schema, "minProperties", path), most(schema, "maxProperties", path)));
    }
    if (is(schema, "uniqueItems")) {
      constraints.add(Constraint.uniqueItems());
    }
    addBounds(constraints, schema, path);
    return constraints;
  }

  private static void addBounds(List<Constraint> constraints, Node schema, Path path) {
    BigDecimal minimum = number(schema, "minimum", path);
    if (minimum != null) {
      constraints.add(Constraint.least(minimum, is(schema, "exclusiveMinimum")));
    }
    BigDecimal maximum = number(schema, "maximum", path);
    if (maximum != null) {
      constraints.add(Constraint.most(maximum, is(schema, "exclusiveMaximum")));
    }
    BigDecimal factor = number(schema, "multipleOf", path);
    if (factor != null && factor.signum() > 0) {
      constraints.add(Constraint.multipleOf(factor));
    }
  }

  private static Constraint pattern(Node pattern, Path path) {
    try {
      return Constraint.pattern(ValueText.plain(pattern));
    } catch (PatternSyntaxException e) {
      throw BadInput.at(
          pattern, path.key("pattern"), "a regular expression; " + e.getDescription());
    }
  }

  private static boolean has(Node schema, String least, String most) {
    return schema.at(least) != null || schema.at(most) != null;
  }

  private static long least(Node schema, String keyword, Path path) {
    BigDecimal number = number(schema, keyword, path);
    return number == null ? 0 : number.longValue();
  }

  private static long most(Node schema, String keyword, Path path) {
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
    list(schema, keyword, path).forEach(each -> texts.add(ValueText.plain(each)));
    return texts;
  }

  private static boolean is(Node schema, String keyword) {
    return ValueText.plain(schema.at(keyword)).equals("true");
  }

  private static boolean isFalse(Node node) {
    return ValueText.plain(node).equals("false");
  }
}
