package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.table.NodeKind;
import org.jspecify.annotations.Nullable;

/** Follows a path without wildcards through a draft, as far as the path exists. */
final class PathWalker {
  /** The outcome of a walk. */
  enum End {
    /** The walk reached the node that the path leads to. */
    FOUND,
    /** The walk ended at a null, or at a map without the key of the step. */
    MISSING,
    /** The walk ended at a map that has the key of the step only through a merge key. */
    MERGED,
    /** A pending change was written or a shared value copied, so the walk must be repeated. */
    CHANGED
  }

  private final Draft draft;
  private Path path = Path.of("");

  /** The current node, with its parent and key, and then those of the parent. */
  private int node;

  private int parent;
  private int key;
  private int grandparent;
  private int parentKey;

  /** The step that failed. */
  private int step;

  /** The index of the node in its list. */
  private int itemIndex;

  private @Nullable Node mergedValue;

  PathWalker(Draft draft) {
    this.draft = draft;
  }

  NodePosition position() {
    return new NodePosition(node, parent, key);
  }

  /** The position of the collection that contains the current node. */
  NodePosition parentPosition() {
    return new NodePosition(parent, grandparent, parentKey);
  }

  int node() {
    return node;
  }

  int step() {
    return step;
  }

  int itemIndex() {
    return itemIndex;
  }

  /** The value that a merge key provides for the key of the step. */
  Node mergedValue() {
    if (mergedValue == null) {
      throw new IllegalStateException("nothing was merged");
    }
    return mergedValue;
  }

  /**
   * Walks a path and expands each alias on the way. If the second argument is set, a path that does
   * not exist changes nothing.
   */
  End walk(Path target, boolean readOnly) {
    path = target;
    node = draft.root;
    parent = -1;
    key = -1;
    grandparent = -1;
    parentKey = -1;
    var steps = target.steps();
    for (step = 0; step < steps.size(); step++) {
      var end = step(steps.get(step), readOnly);
      if (end != End.FOUND) {
        return end;
      }
    }
    return End.FOUND;
  }

  private End step(Path.Step next, boolean readOnly) {
    if (draft.source.kind(node) == NodeKind.ALIAS) {
      if (readOnly
          && draft.source.node(node).find(path.subPath(step, path.steps().size())).isEmpty()) {
        return End.MISSING;
      }
      AliasExpander.expand(draft, position());
      return End.CHANGED;
    }
    if (next instanceof Path.Step.Key(var name)) {
      return walkKey(name, readOnly);
    }
    if (next instanceof Path.Step.Index(var index)) {
      return walkItem(index, readOnly);
    }
    throw new IllegalStateException("a wildcard in " + path);
  }

  private End walkKey(String name, boolean readOnly) {
    var source = draft.source;
    var change = draft.changeOf(node);
    boolean mustFlush =
        change instanceof MapChange map ? !map.renamed.isEmpty() || map.adds(name) : change != null;
    if (mustFlush) {
      draft.flush();
      return End.CHANGED;
    }
    if (!NodeKind.isMap(source.kind(node))) {
      if (readOnly || source.node(node).isNull()) {
        return End.MISSING;
      }
      throw typeMismatch("a map");
    }
    var keys = source.keyIndex(node);
    int known = keys == null ? -1 : keys.find(name);
    if (known >= 0 && !(change instanceof MapChange map && map.removes(known))) {
      descend(source.afterSubtree(known), known);
      return End.FOUND;
    }
    if (keys != null && known < 0 && !keys.merges()) {
      mergedValue = null;
      return End.MISSING;
    }
    return searchKey(name, change);
  }

  private End searchKey(String name, @Nullable Change change) {
    var source = draft.source;
    boolean merges = false;
    boolean removes = false;
    int child = source.firstChild(node);
    for (int k = source.count(node); k > 0; k--) {
      int value = source.afterSubtree(child);
      boolean isRemoved = change instanceof MapChange map && map.removes(child);
      if (source.textEquals(child, name)) {
        if (!isRemoved) {
          descend(value, child);
          return End.FOUND;
        }
        removes = true;
      }
      merges |= !isRemoved && source.isMergeKey(child);
      child = source.afterSubtree(value);
    }
    if (merges && removes) { // the source has the removed value in place of the merged one
      draft.flush();
      return End.CHANGED;
    }
    mergedValue = merges ? source.node(node).at(name) : null;
    return mergedValue == null ? End.MISSING : End.MERGED;
  }

  private End walkItem(int index, boolean readOnly) {
    var source = draft.source;
    var change = draft.changeOf(node);
    if (change != null && !(change instanceof ListChange list && !list.moved)) {
      draft.flush();
      return End.CHANGED;
    }
    if (!NodeKind.isList(source.kind(node))) {
      if (readOnly) {
        return End.MISSING;
      }
      throw typeMismatch("a list");
    }
    var items = source.items(node);
    int size = change instanceof ListChange list ? list.parts.size() : items.length;
    if (index >= size) {
      if (readOnly) {
        return End.MISSING;
      }
      throw source.error(
          source.propsStart(node),
          path + ": no item " + index + " (expected: 0 to " + (size - 1) + ")");
    }
    int found = index;
    if (change instanceof ListChange list) {
      if (!(list.parts.get(index) instanceof KeptItem(int place))) {
        draft.flush();
        return End.CHANGED;
      }
      found = place;
    }
    itemIndex = index;
    descend(items[found], -1);
    return End.FOUND;
  }

  private void descend(int child, int keyOfChild) {
    grandparent = parent;
    parentKey = key;
    parent = node;
    node = child;
    key = keyOfChild;
  }

  BadYaml typeMismatch(String expected) {
    var source = draft.source;
    var found = source.node(node);
    var text =
        switch (found.type()) {
          case MAP -> "a map";
          case LIST -> "a list";
          case NULL -> "null";
          case STRING, INTEGER, FLOAT, BOOLEAN -> found.text();
        };
    var place = path.subPath(0, step);
    return source.error(
        source.propsStart(node),
        (place.isRoot() ? "the root" : place) + ": " + text + " (expected: " + expected + ")");
  }
}
