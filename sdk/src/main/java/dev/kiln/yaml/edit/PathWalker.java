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
  private int aboveParent;
  private int aboveKey;

  /** The step that failed. */
  private int step;

  /** The index of the node in its list. */
  private int ordinal;

  private @Nullable Node merged;

  PathWalker(Draft draft) {
    this.draft = draft;
  }

  NodePosition spot() {
    return new NodePosition(node, parent, key);
  }

  /** The position of the collection that contains the current node. */
  NodePosition above() {
    return new NodePosition(parent, aboveParent, aboveKey);
  }

  int node() {
    return node;
  }

  int step() {
    return step;
  }

  int ordinal() {
    return ordinal;
  }

  /** The value that a merge key provides for the key of the step. */
  Node merged() {
    if (merged == null) {
      throw new IllegalStateException("nothing was merged");
    }
    return merged;
  }

  /**
   * Walks a path and expands each alias on the way. If the second argument is set, a path that does
   * not exist changes nothing.
   */
  End to(Path way, boolean reading) {
    path = way;
    node = draft.root;
    parent = -1;
    key = -1;
    aboveParent = -1;
    aboveKey = -1;
    var steps = way.steps();
    for (step = 0; step < steps.size(); step++) {
      var end = step(steps.get(step), reading);
      if (end != End.FOUND) {
        return end;
      }
    }
    return End.FOUND;
  }

  private End step(Path.Step next, boolean reading) {
    if (draft.source.kind(node) == NodeKind.ALIAS) {
      if (reading && draft.source.node(node).find(path.part(step, path.steps().size())).isEmpty()) {
        return End.MISSING;
      }
      AliasExpander.writeOut(draft, spot());
      return End.CHANGED;
    }
    if (next instanceof Path.Step.Key(var name)) {
      return key(name, reading);
    }
    if (next instanceof Path.Step.Index(var index)) {
      return item(index, reading);
    }
    throw new IllegalStateException("a wildcard in " + path);
  }

  private End key(String name, boolean reading) {
    var source = draft.source;
    var change = draft.of(node);
    boolean blocked =
        change instanceof MapChange map ? !map.renamed.isEmpty() || map.adds(name) : change != null;
    if (blocked) {
      draft.flush();
      return End.CHANGED;
    }
    if (!NodeKind.isMap(source.kind(node))) {
      if (reading || source.node(node).isNull()) {
        return End.MISSING;
      }
      throw misfit("a map");
    }
    boolean merges = false;
    int child = source.first(node);
    for (int k = source.count(node); k > 0; k--) {
      int value = source.next(child);
      boolean gone = change instanceof MapChange map && map.removes(child);
      if (!gone && source.isKey(child, name)) {
        down(value, child);
        return End.FOUND;
      }
      merges |= !gone && source.isMerge(child);
      child = source.next(value);
    }
    merged = merges ? source.node(node).at(name) : null;
    return merged == null ? End.MISSING : End.MERGED;
  }

  private End item(int index, boolean reading) {
    var source = draft.source;
    var change = draft.of(node);
    if (change != null && !(change instanceof ListChange list && !list.moved)) {
      draft.flush();
      return End.CHANGED;
    }
    if (!NodeKind.isList(source.kind(node))) {
      if (reading) {
        return End.MISSING;
      }
      throw misfit("a list");
    }
    var items = draft.items(node);
    int size = change instanceof ListChange list ? list.parts.size() : items.length;
    if (index >= size) {
      if (reading) {
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
    ordinal = index;
    down(items[found], -1);
    return End.FOUND;
  }

  private void down(int child, int keyOfChild) {
    aboveParent = parent;
    aboveKey = key;
    parent = node;
    node = child;
    key = keyOfChild;
  }

  BadYaml misfit(String expected) {
    var source = draft.source;
    var found = source.node(node);
    var text =
        switch (found.type()) {
          case MAP -> "a map";
          case LIST -> "a list";
          case NULL -> "null";
          case STRING, INTEGER, FLOAT, BOOLEAN -> found.text();
        };
    var place = path.part(0, step);
    return source.error(
        source.propsStart(node),
        (place.isRoot() ? "the root" : place) + ": " + text + " (expected: " + expected + ")");
  }
}
