package dev.kiln.yaml.node;

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
 * Converts nodes to Java values and compares the meaning of nodes. It does not recurse, so a deep
 * tree cannot overflow the call stack.
 */
final class NodeSemantics {
  private NodeSemantics() {}

  static @Nullable Object toJavaValue(Node root) {
    if (root.isScalar()) {
      return root.scalarValue();
    }
    Deque<Pair> open = new ArrayDeque<>();
    Object value = emptyContainer(root);
    open.push(new Pair(root, value));
    while (!open.isEmpty()) {
      var pair = open.pop();
      fill(pair.node, pair.value, open);
    }
    return value;
  }

  private record Pair(Node node, Object value) {}

  private static Object emptyContainer(Node node) {
    return node.isMap()
        ? new LinkedHashMap<String, @Nullable Object>()
        : new ArrayList<@Nullable Object>();
  }

  @SuppressWarnings("unchecked") // the container was created for this kind of node
  private static void fill(Node node, Object value, Deque<Pair> open) {
    if (node.isMap()) {
      var map = (Map<String, @Nullable Object>) value;
      for (var entry : node.entries()) {
        map.put(entry.name(), convertChild(entry.value(), open));
      }
    } else {
      var list = (List<@Nullable Object>) value;
      for (var item : node.items()) {
        list.add(convertChild(item, open));
      }
    }
  }

  private static @Nullable Object convertChild(Node node, Deque<Pair> open) {
    if (node.isScalar()) {
      return node.scalarValue();
    }
    var value = emptyContainer(node);
    open.push(new Pair(node, value));
    return value;
  }

  /**
   * Two nodes that are written differently but may still mean the same.
   *
   * @param firstDifference the first node of {@code one} at which the two differ
   */
  private record Twins(Node one, Node two, int firstDifference) {
    /** Null if both are the same node, or are written the same. */
    static @Nullable Twins of(Node one, Node two) {
      if (one.source == two.source && one.index == two.index) {
        return null;
      }
      int differs = one.source.firstDifference(one.index, two.source, two.index);
      return differs < 0 ? null : new Twins(one, two, differs);
    }

    /**
     * Pairs a child of {@code one} with a child of {@code two}. No text is compared twice, at any
     * depth, because everything before the first difference is known to be equal.
     */
    @Nullable Twins childPair(Node first, Node second) {
      Node a = first.resolved();
      Node b = second.resolved();
      boolean seen =
          a.source == one.source
              && b.source == two.source
              && b.index - a.index == two.index - one.index
              && a.index <= firstDifference;
      if (!seen) {
        return of(a, b);
      }
      return a.source.afterSubtree(a.index) <= firstDifference
          ? null
          : new Twins(a, b, firstDifference);
    }
  }

  static boolean haveSameValue(Node first, Node second) {
    Node one = first.resolved();
    Node two = second.resolved();
    if (one.source.size(one.index) != two.source.size(two.index)
        && one.source.isPlainTree(one.index)
        && two.source.isPlainTree(two.index)) {
      return false;
    }
    Deque<Twins> open = new ArrayDeque<>();
    push(Twins.of(one, two), open);
    while (!open.isEmpty()) {
      if (!haveSameContent(open.pop(), open)) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveSameContent(Twins twins, Deque<Twins> open) {
    Node one = twins.one;
    Node two = twins.two;
    var type = one.type();
    if (type != two.type()) {
      return false;
    }
    return switch (type) {
      case MAP -> sameMaps(twins, open);
      case LIST -> sameLists(twins, open);
      default -> sameScalars(one.scalarValue(), two.scalarValue());
    };
  }

  private static boolean sameLists(Twins twins, Deque<Twins> open) {
    List<Node> one = twins.one.items();
    List<Node> two = twins.two.items();
    if (one.size() != two.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      push(twins.childPair(one.get(i), two.get(i)), open);
    }
    return true;
  }

  private static boolean sameMaps(Twins twins, Deque<Twins> open) {
    Node one = twins.one;
    Node two = twins.two;
    if (one.source.hasMerge(one.index) || two.source.hasMerge(two.index)) {
      return sameEntries(twins, open);
    }
    int count = one.source.count(one.index);
    if (count != two.source.count(two.index)) {
      return false;
    }
    int key = one.source.firstChild(one.index);
    int other = two.source.firstChild(two.index);
    for (int k = 0; k < count; k++) {
      if (!one.source.isKeyAs(key, two.source, other)) {
        return sameEntries(twins, open); // in another order, perhaps
      }
      int value = one.source.afterSubtree(key);
      int otherValue = two.source.afterSubtree(other);
      push(twins.childPair(one.source.node(value), two.source.node(otherValue)), open);
      key = one.source.afterSubtree(value);
      other = two.source.afterSubtree(otherValue);
    }
    return true;
  }

  static int commonEntries(Node first, Node second) {
    YamlSource one = first.source;
    YamlSource two = second.source;
    if (!first.isMap()
        || !second.isMap()
        || one.hasMerge(first.index)
        || two.hasMerge(second.index)) {
      return 0;
    }
    int count = Math.min(one.count(first.index), two.count(second.index));
    int key = one.firstChild(first.index);
    int other = two.firstChild(second.index);
    for (int k = 0; k < count; k++) {
      int value = one.afterSubtree(key);
      int otherValue = two.afterSubtree(other);
      if (!one.isKeyAs(key, two, other) || one.firstDifference(value, two, otherValue) >= 0) {
        return k;
      }
      key = one.afterSubtree(value);
      other = two.afterSubtree(otherValue);
    }
    return count;
  }

  private static boolean sameEntries(Twins twins, Deque<Twins> open) {
    List<Entry> one = twins.one.entries();
    List<Entry> two = twins.two.entries();
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
      push(twins.childPair(entry.value(), other), open);
    }
    return true;
  }

  private static void push(@Nullable Twins twins, Deque<Twins> open) {
    if (twins != null) {
      open.push(twins);
    }
  }

  private static boolean sameScalars(@Nullable Object one, @Nullable Object two) {
    if (one instanceof BigDecimal a && two instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (one instanceof Number a && two instanceof Number b && isWhole(a) && isWhole(b)) {
      return toBigInteger(a).equals(toBigInteger(b));
    }
    return Objects.equals(one, two);
  }

  private static boolean isWhole(Number number) {
    return number instanceof Long || number instanceof BigInteger;
  }

  private static BigInteger toBigInteger(Number number) {
    return number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue());
  }
}
