package dev.kiln.sdk.schema;

import dev.kiln.sdk.Json;
import dev.kiln.yaml.node.Node;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types that a schema can name. */
enum SchemaType {
  OBJECT("a map"),
  ARRAY("a list"),
  INTEGER("an integer"),
  NUMBER("a number"),
  STRING("a text"),
  BOOLEAN("true or false");

  private final String description;

  SchemaType(String description) {
    this.description = description;
  }

  /** Null if there is no such type. */
  static @Nullable SchemaType of(String text) {
    for (SchemaType type : values()) {
      if (type.name().toLowerCase(Locale.ROOT).equals(text)) {
        return type;
      }
    }
    return null;
  }

  static String describe(Set<SchemaType> types) {
    return types.isEmpty()
        ? "a value"
        : types.stream().map(type -> type.description).collect(Collectors.joining(" or "));
  }

  boolean fits(Node value) {
    return switch (this) {
      case OBJECT -> value.isMap();
      case ARRAY -> value.isList();
      case STRING -> value.isString();
      case BOOLEAN -> value.type() == Node.Type.BOOLEAN;
      case INTEGER -> {
        BigDecimal number = Json.numberOf(value);
        yield number != null && number.stripTrailingZeros().scale() <= 0;
      }
      case NUMBER -> Json.numberOf(value) != null;
    };
  }
}
