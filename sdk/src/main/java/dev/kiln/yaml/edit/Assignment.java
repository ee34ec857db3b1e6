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
  private static final int DEEP = 200;

  private final Draft draft;
  private final YamlSource source;

  private Assignment(Draft draft) {
    this.draft = draft;
    this.source = draft.source;
  }

  static void assign(Draft draft, NodePosition spot, @Nullable Object value) {
    new Assignment(draft).assign(spot, value, 0);
  }

  private void assign(NodePosition spot, @Nullable Object value, int depth) {
    int kind = source.kind(spot.node());
    boolean alone = depth > 0 || !hasAlias(spot.node());
    boolean within = alone && depth < DEEP;
    Object known = EditValues.known(value);
    // no switch over types: in a short-lived process its set-up takes longer than the whole edit
    if (within
        && known instanceof Map<?, ?> map
        && NodeKind.isMap(kind)
        && isSimple(spot.node(), map)) {
      entries(spot, map, depth);
    } else if (within && known instanceof Collection<?> list && NodeKind.isList(kind)) {
      items(spot, new ArrayList<>(list), depth);
    } else {
      draft.replace(spot, value);
    }
  }

  private boolean hasAlias(int node) {
    return source.table.hasAlias(node, source.next(node));
  }

  /** Whether each key occurs once, as text, and the old and the new map have keys in common. */
  private boolean isSimple(int node, Map<?, ?> wanted) {
    var names = new HashSet<String>();
    boolean common = wanted.isEmpty();
    int key = source.first(node);
    for (int k = source.count(node); k > 0; k--) {
      if (source.isMerge(key)
          || NodeKind.isCollection(source.kind(key))
          || !names.add(source.text(key))) {
        return false;
      }
      common |= wanted.containsKey(source.text(key));
      key = source.next(source.next(key));
    }
    return common;
  }

  private void entries(NodePosition spot, Map<?, ?> wanted, int depth) {
    var names = new HashSet<String>();
    int key = source.first(spot.node());
    for (int k = source.count(spot.node()); k > 0; k--) {
      int value = source.next(key);
      var name = source.text(key);
      names.add(name);
      if (!wanted.containsKey(name)) {
        draft.map(spot).remove(key);
      } else if (!EditValues.same(source.node(value), wanted.get(name))) {
        assign(new NodePosition(value, spot.node(), key), wanted.get(name), depth + 1);
      }
      key = source.next(value);
    }
    for (var entry : wanted.entrySet()) {
      var name = BlockWriter.keyText(entry.getKey());
      if (!names.contains(name)) {
        draft.map(spot).add(name, entry.getValue());
      }
    }
  }

  private void items(NodePosition spot, List<?> wanted, int depth) {
    var items = draft.items(spot.node());
    int first = 0;
    while (first < Math.min(items.length, wanted.size()) && same(items[first], wanted.get(first))) {
      first++;
    }
    int last = 0;
    while (last < Math.min(items.length, wanted.size()) - first
        && same(items[items.length - 1 - last], wanted.get(wanted.size() - 1 - last))) {
      last++;
    }
    int common = Math.min(items.length, wanted.size()) - last;
    for (int i = first; i < common; i++) {
      if (!same(items[i], wanted.get(i))) {
        assign(new NodePosition(items[i], spot.node(), -1), wanted.get(i), depth + 1);
      }
    }
    if (items.length != wanted.size()) {
      var parts = draft.list(spot).parts;
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

  private boolean same(int node, @Nullable Object value) {
    return EditValues.same(source.node(node), value);
  }

  /**
   * Turns the flow collection around a node into a block, if the flow style leaves no place for a
   * comment.
   *
   * @return whether it did so; then the draft has new nodes
   */
  static boolean openFlow(Draft draft, NodePosition spot, Comment place) {
    var source = draft.source;
    if (spot.parent() < 0
        || !NodeKind.isFlow(source.kind(spot.parent()))
        || CommentSplices.hasRoom(source, spot, place)) {
      return false;
    }
    var outer = draft.spot(spot.parent());
    while (outer.parent() >= 0 && NodeKind.isFlow(source.kind(outer.parent()))) {
      outer = draft.spot(outer.parent());
    }
    if (outer.parent() < 0
        && source.kind(spot.key() < 0 ? spot.node() : spot.key()) == NodeKind.DOUBLE) {
      throw source.error(source.propsStart(spot.node()), "JSON has no comments");
    }
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return true;
    }
    draft.add(
        new Replacement(outer, new Assignment(draft).opened(outer.node(), spot.node()), true));
    draft.flush();
    return true;
  }

  /**
   * Converts a flow collection to a value that is written as a block, down to the collection that
   * holds {@code target}.
   */
  private @Nullable Object opened(int node, int target) {
    if (node == target || target < node || target >= source.next(node)) {
      return source.node(node);
    }
    if (NodeKind.isList(source.kind(node))) {
      var list = new ArrayList<@Nullable Object>();
      for (var item : source.node(node).items()) {
        list.add(opened(YamlSource.index(item), target));
      }
      return list;
    }
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (var entry : source.writtenEntries(node)) {
      map.put(entry.name(), opened(YamlSource.index(entry.value()), target));
    }
    return map;
  }
}
