package dev.kiln.yaml.node;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.edit.AliasExpander;
import dev.kiln.yaml.edit.Assignment;
import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.edit.CommentSplices;
import dev.kiln.yaml.edit.Draft;
import dev.kiln.yaml.edit.PathWalker;
import dev.kiln.yaml.edit.WildcardExpansion;
import dev.kiln.yaml.read.Parser;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.TextLines;
import dev.kiln.yaml.write.BlockWriter;
import dev.kiln.yaml.write.ByteBuilder;
import dev.kiln.yaml.write.EditValues;
import dev.kiln.yaml.write.TextLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes of one tree. Each change sees the result of those before it. The outcome is one
 * new tree, in which only the lines of changed values differ. An {@code Edit} belongs to the call
 * of {@link Node#edit} that passes it.
 *
 * <p>Values are maps, lists, strings, numbers, booleans, null, {@link Node} and {@link Yaml#plain}.
 * A path with wildcards means every place that it leads to. If aliases share a value and a change
 * would show in another place, the shared value is copied first.
 */
public final class Edit {
  private final Draft draft;
  private final PathWalker walk;

  private Edit(Draft draft) {
    this.draft = draft;
    this.walk = new PathWalker(draft);
  }

  static YamlSource apply(YamlSource source, int root, Consumer<Edit> edits) {
    var draft = source.kind(root) == NodeKind.ALIAS ? copy(source, root) : new Draft(source, root);
    var before = draft.source;
    edits.accept(new Edit(draft));
    draft.flush();
    boolean same = draft.source == before || Arrays.equals(draft.source.bytes, before.bytes);
    return same ? source : draft.source;
  }

  /** What an alias stands for, as a text of its own. */
  private static Draft copy(YamlSource source, int alias) {
    int column = TextLines.column(source.bytes, source.start(alias), source.column);
    var out = new ByteBuilder(256);
    new BlockWriter(out, TextLayout.block())
        .node(new Node(source, alias, -1).resolved(), column, column - 2);
    byte[] text = out.add('\n').toBytes();
    var table = new Parser().fragment(text, column);
    var fragment = new YamlSource(text, column, table, source, alias);
    return new Draft(fragment, fragment.root());
  }

  public static Node fresh(@Nullable Object value) {
    var out = new ByteBuilder(256);
    var writer = new BlockWriter(out, TextLayout.block());
    writer.node(value, 0, -1);
    var source = YamlSource.parseOne(out.add('\n').toBytes());
    var node = new Node(source, source.root(), -1);
    if (!EditValues.same(node, value)) {
      throw new IllegalStateException("a value that cannot be written: " + value);
    }
    return node;
  }

  /** Sets a value, making the maps on the way. What is there and means the same stays as it is. */
  public Edit set(String path, @Nullable Object value) {
    return set(Path.of(path), value);
  }

  /** Sets a value, making the maps on the way. What is there and means the same stays as it is. */
  public Edit set(Path path, @Nullable Object value) {
    var known = EditValues.known(value);
    each(path, true, one -> setOne(one, known));
    return this;
  }

  /** Removes an entry or item, with its comments; nothing, if there is none. */
  public Edit remove(String path) {
    return remove(Path.of(path));
  }

  /** Removes an entry or item, with its comments; nothing, if there is none. */
  public Edit remove(Path path) {
    if (path.isRoot()) {
      throw new BadYaml("the root cannot be removed", 0, 0);
    }
    each(path, false, this::removeOne);
    return this;
  }

  /** Gives an entry another key. */
  public Edit rename(String path, String newKey) {
    return rename(Path.of(path), newKey);
  }

  /** Gives an entry another key. */
  public Edit rename(Path path, String newKey) {
    each(path, true, one -> renameOne(one, newKey));
    return this;
  }

  /** Adds an item at the end of a list, which is made if it is missing. */
  public Edit append(String list, @Nullable Object value) {
    return append(Path.of(list), value);
  }

  /** Adds an item at the end of a list, which is made if it is missing. */
  public Edit append(Path list, @Nullable Object value) {
    var known = EditValues.known(value);
    each(list, true, one -> insertOne(one, -1, known));
    return this;
  }

  /** Adds an item before the one at {@code index}, or at the end. */
  public Edit insert(String list, int index, @Nullable Object value) {
    return insert(Path.of(list), index, value);
  }

  /** Adds an item before the one at {@code index}, or at the end. */
  public Edit insert(Path list, int index, @Nullable Object value) {
    var known = EditValues.known(value);
    each(list, true, one -> insertOne(one, index, known));
    return this;
  }

  /** Puts the items of a list into another order: {@code order} has their present places. */
  public Edit reorder(String list, List<Integer> order) {
    return reorder(Path.of(list), order);
  }

  /** Puts the items of a list into another order: {@code order} has their present places. */
  public Edit reorder(Path list, List<Integer> order) {
    each(list, true, one -> reorderOne(one, order));
    return this;
  }

  /** Writes a comment, in place of the one that is there. */
  public Edit comment(String path, Comment place, String text) {
    return comment(Path.of(path), place, text);
  }

  /** Writes a comment, in place of the one that is there. */
  public Edit comment(Path path, Comment place, String text) {
    CommentSplices.require(place, text);
    each(path, true, one -> commentOne(one, place, text));
    return this;
  }

  /** Removes a comment; nothing, if there is none. */
  public Edit uncomment(String path, Comment place) {
    return uncomment(Path.of(path), place);
  }

  /** Removes a comment; nothing, if there is none. */
  public Edit uncomment(Path path, Comment place) {
    each(path, false, one -> commentOne(one, place, null));
    return this;
  }

  /** One try at an operation: false if the draft had to be written first. */
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
      // the draft was written, or a share undone: once more
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
        if (EditValues.same(new Node(draft.source, walk.node(), -1), value)) {
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

  /** Puts a new entry into the map, or the null, at which the walk ended. */
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

  /** Writes an entry that a merge brings in as one of the map's own. */
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
    var node = new Node(draft.source, draft.root, -1);
    return node.find(path).isEmpty() || copyMerged(path);
  }

  /** Writes out what merge keys bring in, but for one entry. */
  private boolean removeMerged(Path path) {
    if (AliasExpander.undo(draft, walk.node(), false)) {
      return false;
    }
    var name = ((Path.Step.Key) path.steps().getLast()).name();
    var map = new Node(draft.source, walk.node(), -1);
    var change = draft.map(walk.spot());
    var own = new java.util.HashSet<String>();
    for (var entry : map.ownEntries()) {
      own.add(entry.name());
      if (draft.source.isMerge(entry.key().index)) {
        change.remove(entry.key().index);
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
    for (var entry : new Node(draft.source, walk.spot().parent(), -1).ownEntries()) {
      if (entry.name().equals(newKey)) {
        throw draft.source.error(
            draft.source.propsStart(entry.key().index),
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
    if (!NodeKind.isList(source.kind(node)) && !new Node(source, node, -1).isNull()) {
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

  /** Comments are written apart from other changes. */
  private void comments(boolean commenting) {
    if (!draft.changes.isEmpty()
        && draft.changes.getFirst() instanceof CommentChange != commenting) {
      draft.flush();
    }
  }
}
