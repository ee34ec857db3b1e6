package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.CommentFinder;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.write.EditValues;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Implements the operations of {@link Edit}. Each operation adds changes to a {@link Draft}. */
final class DraftEdit implements Edit {
  private final Draft draft;
  private final PathWalker walk;

  DraftEdit(Draft draft) {
    this.draft = draft;
    this.walk = new PathWalker(draft);
  }

  @Override
  public Edit set(Path path, @Nullable Object value) {
    var known = EditValues.known(value);
    each(path, true, one -> setOne(one, known));
    return this;
  }

  @Override
  public Edit remove(Path path) {
    if (path.isRoot()) {
      throw new BadYaml("the root cannot be removed", 0, 0);
    }
    each(path, false, this::removeOne);
    return this;
  }

  @Override
  public Edit rename(Path path, String newKey) {
    each(path, true, one -> renameOne(one, newKey));
    return this;
  }

  @Override
  public Edit append(Path list, @Nullable Object value) {
    var known = EditValues.known(value);
    each(list, true, one -> insertOne(one, -1, known));
    return this;
  }

  @Override
  public Edit insert(Path list, int index, @Nullable Object value) {
    var known = EditValues.known(value);
    each(list, true, one -> insertOne(one, index, known));
    return this;
  }

  @Override
  public Edit reorder(Path list, List<Integer> order) {
    each(list, true, one -> reorderOne(one, order));
    return this;
  }

  @Override
  public Edit comment(Path path, Comment place, String text) {
    CommentSplices.require(place, text);
    each(path, true, one -> commentOne(one, place, text));
    return this;
  }

  @Override
  public Edit uncomment(Path path, Comment place) {
    each(path, false, one -> commentOne(one, place, null));
    return this;
  }

  /** One attempt at an operation. It is false if the draft had to be written first. */
  private interface Try {
    boolean once(Path path);
  }

  private void each(Path path, boolean must, Try operation) {
    if (!path.hasWildcards()) {
      once(path, operation);
      return;
    }
    for (var one : WildcardExpansion.expand(draft, path, must)) {
      once(one, operation);
    }
  }

  private static void once(Path path, Try operation) {
    while (!operation.once(path)) {
      // the draft was written, or a shared value copied: try again
    }
  }

  private boolean setOne(Path path, @Nullable Object value) {
    comments(false);
    return switch (walk.to(path, false)) {
      case CHANGED -> false;
      case MISSING -> put(path, value);
      case MERGED -> setMerged(path, value);
      case FOUND -> {
        if (draft.touches(walk.node())) {
          draft.flush();
          yield false;
        }
        if (EditValues.same(draft.source.node(walk.node()), value)) {
          yield true;
        }
        if (AliasExpander.undo(draft, walk.node(), true)) {
          yield false;
        }
        Assignment.assign(draft, walk.spot(), value);
        yield true;
      }
    };
  }

  private boolean setMerged(Path path, @Nullable Object value) {
    if (!isLast(path)) {
      return copyMerged(path);
    }
    return EditValues.same(walk.merged(), value) || put(path, value);
  }

  private boolean isLast(Path path) {
    return walk.step() == path.steps().size() - 1;
  }

  /** Adds a new entry to the map, or to the null, at which the walk ended. */
  private boolean put(Path path, @Nullable Object value) {
    var steps = path.steps();
    var inner = value;
    for (int i = steps.size() - 1; i > walk.step(); i--) {
      inner = around(path, steps.get(i), inner);
    }
    if (AliasExpander.undo(draft, walk.node(), false)) {
      return false;
    }
    if (!(steps.get(walk.step()) instanceof Path.Step.Key(var name))) {
      throw walk.misfit("a list");
    }
    if (NodeKind.isMap(draft.source.kind(walk.node()))) {
      draft.map(walk.spot()).add(name, inner);
    } else {
      draft.replace(walk.spot(), around(path, steps.get(walk.step()), inner));
    }
    return true;
  }

  private Object around(Path path, Path.Step step, @Nullable Object value) {
    if (!(step instanceof Path.Step.Key(var name))) {
      throw draft.source.error(
          draft.source.propsStart(walk.node()),
          path + ": no list here (expected: one with that item)");
    }
    return Collections.singletonMap(name, value);
  }

  /** Copies an entry that comes from a merge key into the map itself. */
  private boolean copyMerged(Path path) {
    if (AliasExpander.undo(draft, walk.node(), false)) {
      return false;
    }
    var name = ((Path.Step.Key) path.steps().get(walk.step())).name();
    draft.map(walk.spot()).add(name, walk.merged());
    draft.flush();
    return false;
  }

  private boolean removeOne(Path path) {
    comments(false);
    return switch (walk.to(path, true)) {
      case CHANGED -> false;
      case MISSING -> true;
      case MERGED -> isLast(path) ? removeMerged(path) : removeBelowMerged(path);
      case FOUND -> {
        var spot = walk.spot();
        if (draft.touches(spot.node())) {
          draft.flush();
          yield false;
        }
        if (AliasExpander.undo(draft, spot.node(), true)) {
          yield false;
        }
        if (spot.key() >= 0 && AliasExpander.undo(draft, spot.key(), true)) {
          yield false;
        }
        if (spot.key() >= 0) {
          draft.map(walk.above()).remove(spot.key());
        } else {
          draft.list(walk.above()).parts.remove(walk.ordinal());
        }
        yield true;
      }
    };
  }

  private boolean removeBelowMerged(Path path) {
    var node = draft.source.node(draft.root);
    return node.find(path).isEmpty() || copyMerged(path);
  }

  /** Copies the entries that come from merge keys into the map, except for one entry. */
  private boolean removeMerged(Path path) {
    if (AliasExpander.undo(draft, walk.node(), false)) {
      return false;
    }
    var name = ((Path.Step.Key) path.steps().getLast()).name();
    var map = draft.source.node(walk.node());
    var change = draft.map(walk.spot());
    var own = new HashSet<String>();
    for (var entry : draft.source.writtenEntries(walk.node())) {
      own.add(entry.name());
      if (draft.source.isMerge(YamlSource.index(entry.key()))) {
        change.remove(YamlSource.index(entry.key()));
      }
    }
    for (var entry : map.entries()) {
      if (!own.contains(entry.name()) && !entry.name().equals(name)) {
        change.add(entry.name(), entry.value());
      }
    }
    draft.flush();
    return true;
  }

  private boolean renameOne(Path path, String newKey) {
    comments(false);
    var end = walk.to(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    var spot = walk.spot();
    if (end == PathWalker.End.MERGED) {
      return copyMerged(path);
    }
    if (end == PathWalker.End.MISSING || spot.key() < 0) {
      throw draft.source.error(
          draft.source.propsStart(spot.node()),
          path + ": not found (expected: an entry to rename)");
    }
    if (draft.source.isKey(spot.key(), newKey)) {
      return true;
    }
    if (AliasExpander.undo(draft, spot.parent(), false)
        || AliasExpander.undo(draft, spot.key(), true)) {
      return false;
    }
    draft.flush();
    if (walk.to(path, false) != PathWalker.End.FOUND) {
      return false;
    }
    for (var entry : draft.source.writtenEntries(walk.spot().parent())) {
      if (entry.name().equals(newKey)) {
        throw draft.source.error(
            draft.source.propsStart(YamlSource.index(entry.key())),
            path + ": there is a " + newKey + " already");
      }
    }
    draft.map(walk.above()).rename(walk.spot().key(), newKey);
    return true;
  }

  private boolean insertOne(Path path, int index, @Nullable Object value) {
    comments(false);
    var end = walk.to(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end == PathWalker.End.MERGED) {
      return copyMerged(path);
    }
    if (end == PathWalker.End.MISSING) {
      bounds(index, 0);
      return put(path, one(value));
    }
    var source = draft.source;
    int node = walk.node();
    if (source.kind(node) == NodeKind.ALIAS) {
      AliasExpander.writeOut(draft, walk.spot());
      return false;
    }
    var waiting = draft.of(node);
    if (waiting != null && !(waiting instanceof ListChange list && !list.moved)) {
      draft.flush();
      return false;
    }
    if (!NodeKind.isList(source.kind(node)) && !source.node(node).isNull()) {
      throw walk.misfit("a list");
    }
    if (AliasExpander.undo(draft, node, false)) {
      return false;
    }
    if (!NodeKind.isList(source.kind(node))) {
      bounds(index, 0);
      draft.replace(walk.spot(), one(value));
      return true;
    }
    var list = draft.list(walk.spot());
    bounds(index, list.parts.size());
    list.parts.add(index < 0 ? list.parts.size() : index, new NewItem(value));
    return true;
  }

  private void bounds(int index, int size) {
    if (index > size) {
      throw draft.source.error(
          draft.source.propsStart(walk.node()),
          "no place " + index + " in a list of " + size + " items");
    }
  }

  private static List<@Nullable Object> one(@Nullable Object value) {
    return Collections.singletonList(value);
  }

  private boolean reorderOne(Path path, List<Integer> order) {
    draft.flush();
    var end = walk.to(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end == PathWalker.End.MERGED) {
      return copyMerged(path);
    }
    if (draft.source.kind(walk.node()) == NodeKind.ALIAS) {
      AliasExpander.writeOut(draft, walk.spot());
      return false;
    }
    if (end == PathWalker.End.MISSING || !NodeKind.isList(draft.source.kind(walk.node()))) {
      throw walk.misfit("a list");
    }
    int size = draft.source.count(walk.node());
    if (order.size() != size || !isPermutation(order)) {
      throw new IllegalArgumentException(
          path + ": " + order + " is no order of " + size + " items");
    }
    if (isSorted(order)) {
      return true;
    }
    if (AliasExpander.undo(draft, walk.node(), false)
        || AliasExpander.undoItems(draft, walk.node())) {
      return false;
    }
    var list = draft.list(walk.spot());
    var parts = List.copyOf(list.parts);
    list.parts.clear();
    for (int place : order) {
      list.parts.add(parts.get(place));
    }
    list.moved = true;
    draft.flush();
    return true;
  }

  private static boolean isPermutation(List<Integer> order) {
    var seen = new boolean[order.size()];
    for (int place : order) {
      if (place < 0 || place >= seen.length || seen[place]) {
        return false;
      }
      seen[place] = true;
    }
    return true;
  }

  private static boolean isSorted(List<Integer> order) {
    for (int i = 0; i < order.size(); i++) {
      if (order.get(i) != i) {
        return false;
      }
    }
    return true;
  }

  private boolean commentOne(Path path, Comment place, @Nullable String text) {
    comments(true);
    var end = walk.to(path, text == null);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end != PathWalker.End.FOUND) {
      if (text == null) {
        return true;
      }
      throw draft.source.error(
          draft.source.propsStart(walk.node()),
          path + ": not found (expected: something to comment on)");
    }
    var spot = walk.spot();
    if (draft.of(spot.node()) != null) {
      draft.flush();
      return false;
    }
    var now = CommentFinder.read(draft.source, spot.key(), spot.node(), place).orElse(null);
    if (text == null ? now == null : text.equals(now)) {
      return true;
    }
    if (text != null && Assignment.openFlow(draft, spot, place)) {
      return false;
    }
    draft.add(new CommentChange(spot, place, text));
    return true;
  }

  /**
   * Comments are written separately from other changes, so pending changes of the other sort are
   * written first.
   */
  private void comments(boolean commenting) {
    if (!draft.changes.isEmpty()
        && draft.changes.getFirst() instanceof CommentChange != commenting) {
      draft.flush();
    }
  }
}
