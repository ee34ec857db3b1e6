package dev.kiln.yaml.write;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.PlainScalars;
import dev.kiln.yaml.node.YamlSource;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the values that callers give (maps, lists, scalars and nodes), and checks whether a node
 * already has such a value.
 */
public final class EditValues {
  private EditValues() {}

  /**
   * Refuses values that YAML cannot hold, and turns arrays into lists and unusual numbers into
   * plain text.
   */
  public static @Nullable Object normalize(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    if (value == null || isSupported(value)) {
      return value;
    }
    if (value instanceof Number number) {
      return new PlainText(numberText(number));
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof Object[] array) {
      return Arrays.asList(array);
    }
    throw new IllegalArgumentException(
        "a "
            + value.getClass().getName()
            + " is no value of YAML (expected: map, list, string, number)");
  }

  private static boolean isSupported(Object value) {
    return value instanceof Node
        || value instanceof Map
        || value instanceof Collection
        || value instanceof Boolean
        || value instanceof PlainText;
  }

  public static boolean isMap(@Nullable Object value) {
    return value instanceof Map || (value instanceof Node node && node.isMap());
  }

  public static boolean isList(@Nullable Object value) {
    return value instanceof Collection || (value instanceof Node node && node.isList());
  }

  public static boolean isEmpty(Object collection) {
    if (collection instanceof Map<?, ?> map) {
      return map.isEmpty();
    }
    return collection instanceof Node node
        ? node.size() == 0
        : !(collection instanceof Collection<?> list) || list.isEmpty();
  }

  private static String numberText(Number number) {
    if ((number instanceof Double || number instanceof Float)
        && !Double.isFinite(number.doubleValue())) {
      return Double.isNaN(number.doubleValue())
          ? ".nan"
          : number.doubleValue() > 0 ? ".inf" : "-.inf";
    }
    return number.toString();
  }

  /**
   * Whether a node already has this value: the type and the value are equal. The order of map
   * entries does not matter.
   */
  public static boolean hasValue(Node node, @Nullable Object value) {
    if (value instanceof String || (!isMap(value) && !isList(value))) {
      return hasScalarValue(node, value);
    }
    var nodes = new ArrayList<Node>();
    var values = new ArrayList<@Nullable Object>();
    nodes.add(node);
    values.add(value);
    while (!nodes.isEmpty()) {
      var left = nodes.removeLast();
      var right = normalize(values.removeLast());
      boolean same;
      if (right instanceof Map<?, ?> map) {
        same = left.isMap() && pairEntries(left, map, nodes, values);
      } else if (right instanceof Collection<?> list) {
        same = left.isList() && pairItems(left, list, nodes, values);
      } else {
        same = hasScalarValue(left, right);
      }
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private static boolean pairEntries(
      Node node, Map<?, ?> map, List<Node> nodes, List<@Nullable Object> values) {
    var entries = node.entries();
    if (entries.size() != map.size()) {
      return false;
    }
    var byName = new HashMap<String, Node>();
    for (var entry : entries) {
      byName.put(entry.name(), entry.value());
    }
    for (var wanted : map.entrySet()) {
      var found = byName.get(String.valueOf(wanted.getKey()));
      if (found == null) {
        return false;
      }
      nodes.add(found);
      values.add(wanted.getValue());
    }
    return true;
  }

  private static boolean pairItems(
      Node node, Collection<?> list, List<Node> nodes, List<@Nullable Object> values) {
    if (node.size() != list.size()) {
      return false;
    }
    nodes.addAll(node.items());
    values.addAll(list);
    return true;
  }

  private static boolean hasScalarValue(Node node, @Nullable Object value) {
    Object wanted = normalize(value);
    if (wanted instanceof String text) {
      return node.isString() && hasText(YamlSource.resolved(node), text);
    }
    if (wanted instanceof Node other) {
      return node.hasSameValueAs(other);
    }
    if (wanted instanceof Boolean) {
      return node.type() == Node.Type.BOOLEAN && wanted.equals(node.value());
    }
    return wanted == null
        ? node.isNull()
        : wanted instanceof PlainText plain && hasPlainValue(node, plain.text());
  }

  private static boolean hasText(Node node, String text) {
    return YamlSource.of(node).textEquals(YamlSource.index(node), text);
  }

  private static boolean hasPlainValue(Node node, String text) {
    if (!node.isScalar()) {
      return false;
    }
    var type = PlainScalars.type(text);
    if (type == Node.Type.INTEGER && node.type() == type) {
      return toDecimal(PlainScalars.integerValue(text)).compareTo(toDecimal(node.value())) == 0;
    }
    if (type == Node.Type.FLOAT && node.type() == type) {
      var wanted = PlainScalars.floatValue(text);
      var found = node.value();
      return wanted.equals(found)
          || (isFinite(wanted)
              && isFinite(found)
              && toDecimal(wanted).compareTo(toDecimal(found)) == 0);
    }
    return type == node.type()
        && (type == Node.Type.NULL
            || text.equals(node.text())
            || hasBooleanValue(type, node, text));
  }

  private static boolean hasBooleanValue(Node.Type type, Node node, String text) {
    return type == Node.Type.BOOLEAN
        && Boolean.valueOf(text.equalsIgnoreCase("true")).equals(node.value());
  }

  private static boolean isFinite(@Nullable Object number) {
    return !(number instanceof Double d) || Double.isFinite(d);
  }

  private static BigDecimal toDecimal(@Nullable Object number) {
    if (number instanceof Long integer) {
      return BigDecimal.valueOf(integer);
    }
    if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (number instanceof Double d) {
      return new BigDecimal(d);
    }
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    throw new IllegalArgumentException(number + " is no number");
  }
}
