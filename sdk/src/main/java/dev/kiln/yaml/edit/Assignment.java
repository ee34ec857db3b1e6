package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.EditValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives a node another value with as few changes as possible. Parts that are equal in the old and
 * the new value stay as they are.
 */
final class Assignment {
  /** Values nested deeper than this are written as a whole. */
  private static final int MAX_DEPTH = 200;

  private final Draft draft;
  private final YamlSource source;

  private Assignment(Draft draft) {
    this.draft = draft;
    this.source = draft.source;
  }

  static void assign(Draft draft, NodePosition position, @Nullable Object value) {
    new Assignment(draft).assign(position, value, 0);
  }

  private void assign(NodePosition position, @Nullable Object value, int depth) {
    int kind = source.kind(position.node());
    boolean isUnaliased = depth > 0 || !hasAlias(position.node());
    boolean editsParts = isUnaliased && depth < MAX_DEPTH;
    Object normalized = EditValues.normalize(value);
    // no switch over types: in a short-lived process its set-up takes longer than the whole edit
    if (editsParts
        && normalized instanceof Map<?, ?> map
        && NodeKind.isMap(kind)
        && canMatchKeys(position.node(), map)) {
      assignEntries(position, map, depth);
    } else if (editsParts && normalized instanceof Collection<?> list && NodeKind.isList(kind)) {
      assignItems(position, new ArrayList<>(list), depth);
    } else {
      draft.replace(position, value);
    }
  }

  private boolean hasAlias(int node) {
    return source.table.hasAlias(node, source.afterSubtree(node));
  }

  /** Whether each key occurs once, as text, and the old and the new map have keys in common. */
  private boolean canMatchKeys(int node, Map<?, ?> wanted) {
    var names = new HashSet<String>();
    boolean common = wanted.isEmpty();
    int key = source.firstChild(node);
    for (int k = source.count(node); k > 0; k--) {
      if (source.isMergeKey(key)
          || NodeKind.isCollection(source.kind(key))
          || !names.add(source.text(key))) {
        return false;
      }
      common |= wanted.containsKey(source.text(key));
      key = source.afterSubtree(source.afterSubtree(key));
    }
    return common;
  }

  private void assignEntries(NodePosition position, Map<?, ?> wanted, int depth) {
    var names = new HashSet<String>();
    int key = source.firstChild(position.node());
    for (int k = source.count(position.node()); k > 0; k--) {
      int value = source.afterSubtree(key);
      var name = source.text(key);
      names.add(name);
      if (!wanted.containsKey(name)) {
        draft.mapChange(position).remove(key);
      } else if (!EditValues.hasValue(source.node(value), wanted.get(name))) {
        assign(new NodePosition(value, position.node(), key), wanted.get(name), depth + 1);
      }
      key = source.afterSubtree(value);
    }
    for (var entry : wanted.entrySet()) {
      var name = BlockWriter.requireKeyText(entry.getKey());
      if (!names.contains(name)) {
        draft.mapChange(position).add(name, entry.getValue());
      }
    }
  }

  private void assignItems(NodePosition position, List<?> wanted, int depth) {
    var items = source.items(position.node());
    int first = 0;
    while (first < Math.min(items.length, wanted.size())
        && hasValue(items[first], wanted.get(first))) {
      first++;
    }
    int last = 0;
    while (last < Math.min(items.length, wanted.size()) - first
        && hasValue(items[items.length - 1 - last], wanted.get(wanted.size() - 1 - last))) {
      last++;
    }
    int common = Math.min(items.length, wanted.size()) - last;
    for (int i = first; i < common; i++) {
      if (!hasValue(items[i], wanted.get(i))) {
        assign(new NodePosition(items[i], position.node(), -1), wanted.get(i), depth + 1);
      }
    }
    if (items.length != wanted.size()) {
      var parts = draft.listChange(position).parts;
      parts.clear();
      for (int i = 0; i < common; i++) {
        parts.add(new KeptItem(i));
      }
      for (int i = common; i < wanted.size() - last; i++) {
        parts.add(new NewItem(wanted.get(i)));
      }
      for (int i = items.length - last; i < items.length; i++) {
        parts.add(new KeptItem(i));
      }
    }
  }

  private boolean hasValue(int node, @Nullable Object value) {
    return EditValues.hasValue(source.node(node), value);
  }

  /**
   * Turns the flow collection around a node into a block, if the flow style leaves no place for a
   * comment.
   *
   * @return whether it did so; then the draft has new nodes
   */
  static boolean convertFlowToBlock(Draft draft, NodePosition position, Comment place) {
    var source = draft.source;
    if (position.parent() < 0
        || !NodeKind.isFlow(source.kind(position.parent()))
        || CommentSplices.hasPlaceFor(source, position, place)) {
      return false;
    }
    var outer = draft.positionOf(position.parent());
    while (outer.parent() >= 0 && NodeKind.isFlow(source.kind(outer.parent()))) {
      outer = draft.positionOf(outer.parent());
    }
    if (outer.parent() < 0
        && source.kind(position.key() < 0 ? position.node() : position.key())
            == NodeKind.DOUBLE_QUOTED) {
      throw source.error(source.propsStart(position.node()), "JSON has no comments");
    }
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return true;
    }
    draft.add(
        new Replacement(
            outer, new Assignment(draft).blockValue(outer.node(), position.node()), true, false));
    draft.flush();
    return true;
  }

  /**
   * Converts a flow collection to a value that is written as a block, down to the collection that
   * holds {@code target}.
   */
  private @Nullable Object blockValue(int node, int target) {
    if (node == target || target < node || target >= source.afterSubtree(node)) {
      return source.node(node);
    }
    if (NodeKind.isList(source.kind(node))) {
      var list = new ArrayList<@Nullable Object>();
      for (var item : source.node(node).items()) {
        list.add(blockValue(YamlSource.index(item), target));
      }
      return list;
    }
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (var entry : source.writtenEntries(node)) {
      map.put(entry.name(), blockValue(YamlSource.index(entry.value()), target));
    }
    return map;
  }
}
