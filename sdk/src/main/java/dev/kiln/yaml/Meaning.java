package dev.kiln.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java values of nodes and compares what nodes mean, without recursion: depth costs no stack.
 */
final class Meaning {
  private Meaning() {}

  static @Nullable Object of(Node root) {
    if (root.isScalar()) {
      return root.scalarValue();
    }
    Deque<Pair> open = new ArrayDeque<>();
    Object value = container(root);
    open.push(new Pair(root, value));
    while (!open.isEmpty()) {
      var pair = open.pop();
      fill(pair.node, pair.value, open);
    }
    return value;
  }

  private record Pair(Node node, Object value) {}

  private static Object container(Node node) {
    return node.isMap()
        ? new LinkedHashMap<String, @Nullable Object>()
        : new ArrayList<@Nullable Object>();
  }

  @SuppressWarnings("unchecked") // container() made it
  private static void fill(Node node, Object value, Deque<Pair> open) {
    if (node.isMap()) {
      var map = (Map<String, @Nullable Object>) value;
      for (var entry : node.entries()) {
        map.put(entry.name(), child(entry.value(), open));
      }
    } else {
      var list = (List<@Nullable Object>) value;
      for (var item : node.items()) {
        list.add(child(item, open));
      }
    }
  }

  private static @Nullable Object child(Node node, Deque<Pair> open) {
    if (node.isScalar()) {
      return node.scalarValue();
    }
    var value = container(node);
    open.push(new Pair(node, value));
    return value;
  }

  private record Twins(Node one, Node two) {}

  static boolean same(Node one, Node two) {
    Deque<Twins> open = new ArrayDeque<>();
    open.push(new Twins(one, two));
    while (!open.isEmpty()) {
      var twins = open.pop();
      if (!sameHere(twins.one.resolved(), twins.two.resolved(), open)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameHere(Node one, Node two, Deque<Twins> open) {
    if ((one.source == two.source && one.index == two.index) || one.isWrittenAs(two)) {
      return true;
    }
    var type = one.type();
    if (type != two.type()) {
      return false;
    }
    return switch (type) {
      case MAP -> sameMaps(one.entries(), two.entries(), open);
      case LIST -> sameLists(one.items(), two.items(), open);
      default -> sameScalars(one.scalarValue(), two.scalarValue());
    };
  }

  private static boolean sameLists(List<Node> one, List<Node> two, Deque<Twins> open) {
    if (one.size() != two.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      open.push(new Twins(one.get(i), two.get(i)));
    }
    return true;
  }

  private static boolean sameMaps(List<Entry> one, List<Entry> two, Deque<Twins> open) {
    if (one.size() != two.size()) {
      return false;
    }
    var byName = HashMap.<String, Node>newHashMap(two.size());
    for (var entry : two) {
      byName.put(entry.name(), entry.value());
    }
    for (var entry : one) {
      var other = byName.get(entry.name());
      if (other == null) {
        return false;
      }
      open.push(new Twins(entry.value(), other));
    }
    return true;
  }

  private static boolean sameScalars(@Nullable Object one, @Nullable Object two) {
    if (one instanceof BigDecimal a && two instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (one instanceof Number a && two instanceof Number b && isWhole(a) && isWhole(b)) {
      return big(a).equals(big(b));
    }
    return Objects.equals(one, two);
  }

  private static boolean isWhole(Number number) {
    return number instanceof Long || number instanceof BigInteger;
  }

  private static BigInteger big(Number number) {
    return number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue());
  }
}
