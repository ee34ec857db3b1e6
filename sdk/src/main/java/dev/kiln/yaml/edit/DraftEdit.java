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
import dev.kiln.yaml.table.CallInterrupted;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.write.EditValues;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Implements the operations of {@link Edit}. Each operation adds changes to a {@link Draft}. */
final class DraftEdit implements Edit {
  private final Draft draft;
  private final PathWalker walker;

  DraftEdit(Draft draft) {
    this.draft = draft;
    this.walker = new PathWalker(draft);
  }

  @Override
  public Edit set(Path path, @Nullable Object value) {
    var known = EditValues.normalize(value);
    applyToEach(path, true, one -> setOne(one, known));
    return this;
  }

  @Override
  public Edit remove(Path path) {
    if (path.isRoot()) {
      throw new BadYaml("the root cannot be removed", 0, 0);
    }
    applyToEach(path, false, this::removeOne);
    return this;
  }

  @Override
  public Edit rename(Path path, String newKey) {
    applyToEach(path, true, one -> renameOne(one, newKey));
    return this;
  }

  @Override
  public Edit append(Path list, @Nullable Object value) {
    var known = EditValues.normalize(value);
    applyToEach(list, true, one -> insertOne(one, -1, known));
    return this;
  }

  @Override
  public Edit insert(Path list, int index, @Nullable Object value) {
    var known = EditValues.normalize(value);
    applyToEach(list, true, one -> insertOne(one, index, known));
    return this;
  }

  @Override
  public Edit reorder(Path list, List<Integer> order) {
    applyToEach(list, true, one -> reorderOne(one, order));
    return this;
  }

  @Override
  public Edit comment(Path path, Comment place, String text) {
    CommentSplices.requireValidText(place, text);
    applyToEach(path, true, one -> commentOne(one, place, text));
    return this;
  }

  @Override
  public Edit uncomment(Path path, Comment place) {
    applyToEach(path, false, one -> commentOne(one, place, null));
    return this;
  }

  /** One attempt at an operation. It is false if the draft had to be written first. */
  private interface Try {
    boolean attempt(Path path);
  }

  private void applyToEach(Path path, boolean required, Try operation) {
    if (!path.hasWildcards()) {
      applyUntilDone(path, operation);
      return;
    }
    for (var one : WildcardExpansion.expand(draft, path, required)) {
      applyUntilDone(one, operation);
    }
  }

  private static void applyUntilDone(Path path, Try operation) {
    CallInterrupted.check();
    while (!operation.attempt(path)) {
      // the draft was written, or a shared value copied: try again
    }
  }

  private boolean setOne(Path path, @Nullable Object value) {
    flushOtherKind(false);
    return switch (walker.walk(path, false)) {
      case CHANGED -> false;
      case MISSING -> addEntry(path, value);
      case MERGED -> setMerged(path, value);
      case FOUND -> {
        var copy = draft.aliasCopyOf(walker.node());
        if (copy == null && draft.hasChangeIn(walker.node())) {
          draft.flush();
          yield false;
        }
        if (EditValues.hasValue(draft.source.node(walker.node()), value)) {
          yield true;
        }
        if (AliasExpander.unshare(draft, walker.node(), true)) {
          yield false;
        }
        if (copy != null) {
          copy.value = value;
          copy.copiesAlias = false;
        } else {
          Assignment.assign(draft, walker.position(), value);
        }
        yield true;
      }
    };
  }

  private boolean setMerged(Path path, @Nullable Object value) {
    if (!isAtLastStep(path)) {
      return copyMergedEntry(path);
    }
    return EditValues.hasValue(walker.mergedValue(), value) || addEntry(path, value);
  }

  private boolean isAtLastStep(Path path) {
    return walker.step() == path.steps().size() - 1;
  }

  /** Adds a new entry to the map, or to the null, at which the walk ended. */
  private boolean addEntry(Path path, @Nullable Object value) {
    var steps = path.steps();
    var nested = value;
    for (int i = steps.size() - 1; i > walker.step(); i--) {
      nested = wrapInMap(path, steps.get(i), nested);
    }
    if (AliasExpander.unshare(draft, walker.node(), false)) {
      return false;
    }
    if (!(steps.get(walker.step()) instanceof Path.Step.Key(var name))) {
      throw walker.typeMismatch("a list");
    }
    if (NodeKind.isMap(draft.source.kind(walker.node()))) {
      draft.mapChange(walker.position()).add(name, nested);
    } else {
      draft.replace(walker.position(), wrapInMap(path, steps.get(walker.step()), nested));
    }
    return true;
  }

  private Object wrapInMap(Path path, Path.Step step, @Nullable Object value) {
    if (!(step instanceof Path.Step.Key(var name))) {
      throw draft.source.error(
          draft.source.propsStart(walker.node()),
          path + ": no list here (expected: one with that item)");
    }
    return Collections.singletonMap(name, value);
  }

  /** Copies an entry that comes from a merge key into the map itself. */
  private boolean copyMergedEntry(Path path) {
    if (AliasExpander.unshare(draft, walker.node(), false)) {
      return false;
    }
    var name = ((Path.Step.Key) path.steps().get(walker.step())).name();
    draft.mapChange(walker.position()).add(name, walker.mergedValue());
    draft.flush();
    return false;
  }

  private boolean removeOne(Path path) {
    flushOtherKind(false);
    return switch (walker.walk(path, true)) {
      case CHANGED -> false;
      case MISSING -> true;
      case MERGED -> isAtLastStep(path) ? removeMerged(path) : removeBelowMerged(path);
      case FOUND -> {
        var position = walker.position();
        if (draft.hasChangeIn(position.node())) {
          draft.flush();
          yield false;
        }
        if (AliasExpander.unshare(draft, position.node(), true)) {
          yield false;
        }
        if (position.key() >= 0 && AliasExpander.unshare(draft, position.key(), true)) {
          yield false;
        }
        draft.discard(position.node());
        if (position.key() >= 0) {
          draft.discard(position.key());
          draft.mapChange(walker.parentPosition()).remove(position.key());
        } else {
          draft.listChange(walker.parentPosition()).parts.remove(walker.itemIndex());
        }
        yield true;
      }
    };
  }

  private boolean removeBelowMerged(Path path) {
    var node = draft.source.node(draft.root);
    return node.find(path).isEmpty() || copyMergedEntry(path);
  }

  /** Copies the entries that come from merge keys into the map, except for one entry. */
  private boolean removeMerged(Path path) {
    if (AliasExpander.unshare(draft, walker.node(), false)) {
      return false;
    }
    for (var entry : draft.source.writtenEntries(walker.node())) {
      if (draft.source.isMergeKey(YamlSource.index(entry.key()))
          && draft.hasChangeIn(YamlSource.index(entry.value()))) {
        draft.flush();
        return false;
      }
    }
    var name = ((Path.Step.Key) path.steps().getLast()).name();
    var map = draft.source.node(walker.node());
    var change = draft.mapChange(walker.position());
    var own = new HashSet<String>();
    for (var entry : draft.source.writtenEntries(walker.node())) {
      own.add(entry.name());
      if (draft.source.isMergeKey(YamlSource.index(entry.key()))) {
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
    flushOtherKind(false);
    var end = walker.walk(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    var position = walker.position();
    if (end == PathWalker.End.MERGED) {
      return copyMergedEntry(path);
    }
    if (end == PathWalker.End.MISSING || position.key() < 0) {
      throw draft.source.error(
          draft.source.propsStart(position.node()),
          path + ": not found (expected: an entry to rename)");
    }
    if (draft.source.textEquals(position.key(), newKey)) {
      return true;
    }
    if (AliasExpander.unshare(draft, position.parent(), false)
        || AliasExpander.unshare(draft, position.key(), true)) {
      return false;
    }
    draft.flush();
    if (walker.walk(path, false) != PathWalker.End.FOUND) {
      return false;
    }
    for (var entry : draft.source.writtenEntries(walker.position().parent())) {
      if (entry.name().equals(newKey)) {
        throw draft.source.error(
            draft.source.propsStart(YamlSource.index(entry.key())),
            path + ": there is a " + newKey + " already");
      }
    }
    draft.mapChange(walker.parentPosition()).rename(walker.position().key(), newKey);
    return true;
  }

  private boolean insertOne(Path path, int index, @Nullable Object value) {
    flushOtherKind(false);
    var end = walker.walk(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end == PathWalker.End.MERGED) {
      return copyMergedEntry(path);
    }
    if (end == PathWalker.End.MISSING) {
      checkIndex(index, 0);
      return addEntry(path, singleItemList(value));
    }
    var source = draft.source;
    int node = walker.node();
    if (source.kind(node) == NodeKind.ALIAS) {
      AliasExpander.expand(draft, walker.position());
      return false;
    }
    var pending = draft.changeOf(node);
    if (pending != null && !(pending instanceof ListChange list && !list.moved)) {
      draft.flush();
      return false;
    }
    if (!NodeKind.isList(source.kind(node)) && !source.node(node).isNull()) {
      throw walker.typeMismatch("a list");
    }
    if (AliasExpander.unshare(draft, node, false)) {
      return false;
    }
    if (!NodeKind.isList(source.kind(node))) {
      checkIndex(index, 0);
      draft.replace(walker.position(), singleItemList(value));
      return true;
    }
    var list = draft.listChange(walker.position());
    checkIndex(index, list.parts.size());
    list.parts.add(index < 0 ? list.parts.size() : index, new NewItem(value));
    return true;
  }

  private void checkIndex(int index, int size) {
    if (index > size) {
      throw draft.source.error(
          draft.source.propsStart(walker.node()),
          "no place " + index + " in a list of " + size + " items");
    }
  }

  private static List<@Nullable Object> singleItemList(@Nullable Object value) {
    return Collections.singletonList(value);
  }

  private boolean reorderOne(Path path, List<Integer> order) {
    draft.flush();
    var end = walker.walk(path, false);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end == PathWalker.End.MERGED) {
      return copyMergedEntry(path);
    }
    if (draft.source.kind(walker.node()) == NodeKind.ALIAS) {
      AliasExpander.expand(draft, walker.position());
      return false;
    }
    if (end == PathWalker.End.MISSING || !NodeKind.isList(draft.source.kind(walker.node()))) {
      throw walker.typeMismatch("a list");
    }
    int size = draft.source.count(walker.node());
    if (order.size() != size || !isPermutation(order)) {
      throw new IllegalArgumentException(
          path + ": " + order + " is no order of " + size + " items");
    }
    if (isSorted(order)) {
      return true;
    }
    if (AliasExpander.unshare(draft, walker.node(), false)
        || AliasExpander.unshareItems(draft, walker.node())) {
      draft.flush();
      return false;
    }
    var list = draft.listChange(walker.position());
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
    flushOtherKind(true);
    var end = walker.walk(path, text == null);
    if (end == PathWalker.End.CHANGED) {
      return false;
    }
    if (end != PathWalker.End.FOUND) {
      if (text == null) {
        return true;
      }
      throw draft.source.error(
          draft.source.propsStart(walker.node()),
          path + ": not found (expected: something to comment on)");
    }
    var position = walker.position();
    if (draft.changeOf(position.node()) != null) {
      draft.flush();
      return false;
    }
    var current =
        CommentFinder.findText(draft.source, position.key(), position.node(), place).orElse(null);
    if (text == null ? current == null : text.equals(current)) {
      return true;
    }
    if (text != null && Assignment.convertFlowToBlock(draft, position, place)) {
      return false;
    }
    draft.add(new CommentChange(position, place, text));
    return true;
  }

  /**
   * Comments are written separately from other changes, so pending changes of the other sort are
   * written first.
   */
  private void flushOtherKind(boolean commenting) {
    if (!draft.changes.isEmpty()
        && draft.changes.getFirst() instanceof CommentChange != commenting) {
      draft.flush();
    }
  }
}
