package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.CallInterrupted;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types that a component of a functionConfig's record may have. */
final class Converters {
  private static final String MAP_OF_TEXTS =
      "Ljava/util/Map<Ljava/lang/String;Ljava/lang/String;>;";

  private Converters() {}

  /**
   * The converter for a component. It looks at the generic type only if the class is neither plain
   * nor usual.
   */
  static Converter of(RecordComponent component) {
    String generic = component.getGenericSignature();
    if (generic == null) {
      return ofClass(component.getType());
    }
    return generic.equals(MAP_OF_TEXTS)
        ? parsingText(mapOf(Converters::string))
        : of(component.getGenericType());
  }

  /**
   * The converter for a type.
   *
   * @throws IllegalArgumentException for a type that cannot be bound
   */
  static Converter of(Type type) {
    if (type instanceof Class<?> plain) {
      return ofClass(plain);
    }
    if (type instanceof ParameterizedType generic) {
      return ofGeneric(generic);
    }
    throw unsupportedType(type);
  }

  private static Converter ofGeneric(ParameterizedType type) {
    Type[] of = type.getActualTypeArguments();
    if (type.getRawType() == List.class) {
      return parsingText(listOf(of(of[0])));
    }
    if (type.getRawType() == Map.class && of[0] == String.class) {
      return parsingText(mapOf(of(of[1])));
    }
    if (type.getRawType() == Optional.class) {
      Converter converter = of(of[0]);
      return (node, path, text) -> Optional.of(converter.convert(node, path, text));
    }
    throw unsupportedType(type);
  }

  private static Converter ofClass(Class<?> type) {
    if (type.isEnum()) {
      return ofEnum(type);
    }
    if (type.isRecord()) { // looked up late: a record may contain records of its own type
      return parsingText((node, path, text) -> RecordBinder.of(type).convert(node, path, text));
    }
    return switch (type.getName()) {
      case "java.lang.String" -> Converters::string;
      case "dev.kiln.yaml.node.Node" -> (node, _, _) -> node;
      case "boolean", "java.lang.Boolean" -> parsingText(Converters::booleanValue);
      case "int", "java.lang.Integer" ->
          parsingText(
              (node, path, _) ->
                  (int) integerWithin(node, path, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case "long", "java.lang.Long" ->
          parsingText((node, path, _) -> integerWithin(node, path, Long.MIN_VALUE, Long.MAX_VALUE));
      case "java.math.BigInteger" -> parsingText((node, path, _) -> integer(node, path));
      case "java.math.BigDecimal" -> parsingText((node, path, _) -> decimal(node, path));
      case "double", "java.lang.Double" ->
          parsingText((node, path, _) -> decimal(node, path).doubleValue());
      default -> throw unsupportedType(type);
    };
  }

  private static IllegalArgumentException unsupportedType(Type type) {
    return new IllegalArgumentException(
        type.getTypeName()
            + " cannot be bound (expected: text, number, boolean, enum, Node, record, and List, Optional"
            + " and Map<String, …> of these)");
  }

  /** Parses the text first if the value comes from a ConfigMap, where every value is a text. */
  private static Converter parsingText(Converter converter) {
    return (node, path, text) -> {
      if (!text || !node.isString()) {
        return converter.convert(node, path, text);
      }
      try {
        return converter.convert(Yaml.parse(node.text()), path, true);
      } catch (BadInput e) {
        throw new BadInput(e.field(), e.found(), e.expected(), node);
      } catch (BadYaml e) {
        throw new BadInput(path.toString(), ValueText.of(node), "YAML; " + e.reason(), node);
      }
    };
  }

  private static Object string(Node node, Path path, boolean text) {
    if (node.isString() || (text && node.isScalar())) {
      return node.text();
    }
    throw BadInput.at(node, path, node.isScalar() ? "a text: put it in quotes" : "a text");
  }

  private static Object booleanValue(Node node, Path path, boolean text) {
    if (node.value() instanceof Boolean value) {
      return value;
    }
    throw BadInput.at(node, path, "true or false");
  }

  private static long integerWithin(Node node, Path path, long least, long most) {
    BigInteger value = integer(node, path);
    if (value.compareTo(BigInteger.valueOf(least)) < 0
        || value.compareTo(BigInteger.valueOf(most)) > 0) {
      throw BadInput.at(node, path, "an integer from " + least + " to " + most);
    }
    return value.longValueExact();
  }

  private static BigInteger integer(Node node, Path path) {
    return switch (node.isScalar() ? node.value() : null) {
      case Long value -> BigInteger.valueOf(value);
      case BigInteger value -> value;
      case null, default -> throw BadInput.at(node, path, "an integer");
    };
  }

  private static BigDecimal decimal(Node node, Path path) {
    BigDecimal number = Json.numberOf(node);
    if (number == null) {
      throw BadInput.at(node, path, "a number");
    }
    return number;
  }

  private static Converter ofEnum(Class<?> type) {
    var constants = new LinkedHashMap<String, Object>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(constantText((Enum<?>) constant), constant);
    }
    String fits = ValueText.oneOf(constants.keySet());
    return (node, path, _) -> {
      Object constant = node.isScalar() ? constants.get(node.text()) : null;
      if (constant == null) {
        throw BadInput.at(node, path, fits);
      }
      return constant;
    };
  }

  /**
   * The text of an overridden {@code toString}, else the constant's name as a word: {@code
   * by-path}.
   */
  private static String constantText(Enum<?> constant) {
    return constant.toString().equals(constant.name())
        ? constant.name().toLowerCase(Locale.ROOT).replace('_', '-')
        : constant.toString();
  }

  private static Converter listOf(Converter item) {
    return (node, path, text) -> {
      if (!node.isList()) {
        throw BadInput.at(node, path, "a list");
      }
      var values = new ArrayList<>();
      for (Node each : node.items()) {
        CallInterrupted.check();
        values.add(item.convert(each, path.index(values.size()), text));
      }
      return List.copyOf(values);
    };
  }

  private static Converter mapOf(Converter value) {
    return (node, path, text) -> {
      if (!node.isMap()) {
        throw BadInput.at(node, path, "a map");
      }
      var values = new LinkedHashMap<String, Object>();
      for (var entry : node.entries()) {
        CallInterrupted.check();
        values.put(entry.name(), value.convert(entry.value(), path.key(entry.name()), text));
      }
      return Collections.unmodifiableMap(values);
    };
  }
}
