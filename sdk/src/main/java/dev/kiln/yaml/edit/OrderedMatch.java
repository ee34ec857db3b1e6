package dev.kiln.yaml.edit;

import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.write.EditValues;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares text that was just written with its value. The entries of its maps are in the order of
 * the value. So one pass from left to right reads the table, without a node for each entry.
 *
 * <p>{@code false} means only that this fast check cannot tell; then {@link EditValues#hasValue}
 * decides.
 */
final class OrderedMatch {
  private static final int MAX_DEPTH = 32;

  private final YamlSource source;

  private OrderedMatch(YamlSource source) {
    this.source = source;
  }

  static boolean matchesInOrder(YamlSource source, int node, @Nullable Object value) {
    return new OrderedMatch(source).matches(node, value, 0);
  }

  private boolean matches(int node, @Nullable Object value, int depth) {
    if (value instanceof String text) {
      return source.type(node) == Node.Type.STRING && source.textEquals(node, text);
    }
    if (depth == MAX_DEPTH || source.tag(node) != null) {
      return false;
    }
    if (value instanceof Map<?, ?> map) {
      return NodeKind.isMap(source.kind(node)) && matchesMap(node, map, depth + 1);
    }
    if (value instanceof Collection<?> list) {
      return NodeKind.isList(source.kind(node)) && matchesList(node, list, depth + 1);
    }
    return source.kind(node) != NodeKind.ALIAS
        && !NodeKind.isCollection(source.kind(node))
        && EditValues.hasValue(source.node(node), value);
  }

  private boolean matchesMap(int node, Map<?, ?> map, int depth) {
    if (source.count(node) != map.size()) {
      return false;
    }
    int key = source.firstChild(node);
    for (var entry : map.entrySet()) {
      int value = source.afterSubtree(key);
      boolean same =
          entry.getKey() instanceof String name
              && source.textEquals(key, name)
              && !source.isMergeKey(key)
              && matches(value, entry.getValue(), depth);
      if (!same) {
        return false;
      }
      key = source.afterSubtree(value);
    }
    return true;
  }

  private boolean matchesList(int node, Collection<?> list, int depth) {
    if (source.count(node) != list.size()) {
      return false;
    }
    int item = source.firstChild(node);
    for (var value : list) {
      if (!matches(item, value, depth)) {
        return false;
      }
      item = source.afterSubtree(item);
    }
    return true;
  }
}
