package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.AddedEntry;
import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.CallInterrupted;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.SmallLists;
import dev.kiln.yaml.write.EditValues;
import dev.kiln.yaml.write.LayoutFinder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares a new source with the intended result of an edit. Outside the changes, the new node
 * table must equal the old one, shifted. Inside them, the new text must mean the requested values.
 * So an edit never silently changes a meaning, even if the writer has a fault.
 */
final class EditVerifier {
  private final YamlSource old;
  private final YamlSource edited;
  private final int begin;
  private final List<Splices.Splice> splices;
  private List<Event> events = List.of();
  private int event;
  private int splice;
  private int textShift;
  private int[] open = new int[6];
  private int depth;

  private final int root;

  /**
   * The positions of the nodes from the root on in the new table; kept only if there are aliases to
   * compare.
   */
  private final int @Nullable [] newPositions;

  /**
   * A difference between the old and the new table.
   *
   * @param at the old node before which the difference begins
   * @param end the old node from which on everything is unchanged; equal to {@code at} if nothing
   *     is removed
   * @param owner the node that was changed
   * @param expected the new content: values, strings for keys, and new entries
   */
  private record Event(int at, int end, int owner, List<? extends @Nullable Object> expected) {
    boolean isInsertion() {
      return at == end;
    }

    int compare(Event other) {
      int order = Integer.compare(at, other.at);
      order = order != 0 ? order : Boolean.compare(other.isInsertion(), isInsertion());
      return order != 0 ? order : Integer.compare(other.owner, owner);
    }
  }

  private EditVerifier(Draft draft, List<Splices.Splice> splices, YamlSource edited) {
    this.old = draft.source;
    this.edited = edited;
    this.begin = draft.begin();
    this.splices = splices;
    this.root = draft.root;
    int end = old.afterSubtree(root);
    this.newPositions = old.table.hasAlias(root, end) ? new int[end - root] : null;
  }

  static boolean verify(Draft draft, List<Change> changes, Splices splices, YamlSource edited) {
    var check = new EditVerifier(draft, splices.sortedSplices(), edited);
    for (var change : changes) {
      check.expect(change);
    }
    if (check.events.size() > 1) {
      check.events.sort(Event::compare);
    }
    return check.compareTrees(edited.root())
        && check.keepsAliasTargets()
        && check.hasRequestedComments(draft, changes);
  }

  private void expect(Change change) {
    int node = change.position.node();
    if (change instanceof MapChange map) {
      expect(map, node);
    } else if (change instanceof Replacement replacement) {
      var value = Collections.singletonList(replacement.value);
      events = SmallLists.append(events, new Event(node, old.afterSubtree(node), node, value));
    } else if (change instanceof ListChange list) {
      expectList(list, node);
    } // other changes do not affect the tree
  }

  private void expectList(ListChange list, int node) {
    if (!list.moved) {
      expect(list, node);
      return;
    }
    var items = new ArrayList<@Nullable Object>();
    for (var part : list.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        items.add(old.node(list.items[ordinal]));
      } else if (part instanceof NewItem(var value)) {
        items.add(value);
      }
    }
    events =
        SmallLists.append(
            events, new Event(old.firstChild(node), old.afterSubtree(node), node, items));
  }

  private void expect(MapChange map, int node) {
    if (!map.removed.isEmpty()) {
      for (int key : map.removed) {
        events =
            SmallLists.append(
                events, new Event(key, old.afterSubtree(old.afterSubtree(key)), node, List.of()));
      }
    }
    if (!map.renamed.isEmpty()) {
      expectRenamed(map);
    }
    if (!map.added.isEmpty()) {
      events =
          SmallLists.append(
              events, new Event(old.afterSubtree(node), old.afterSubtree(node), node, map.added));
    }
  }

  private void expectRenamed(MapChange map) {
    map.renamed.forEach(
        (key, name) -> {
          if (!map.removes(key)) {
            events =
                SmallLists.append(
                    events, new Event(key, old.afterSubtree(key), key, List.of(name)));
          }
        });
  }

  private void expect(ListChange list, int node) {
    int next = 0;
    var newItems = new ArrayList<@Nullable Object>();
    for (var part : list.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        expect(list, node, next, ordinal, newItems);
        newItems = new ArrayList<>();
        next = ordinal + 1;
      } else if (part instanceof NewItem(var value)) {
        newItems.add(value);
      }
    }
    expect(list, node, next, list.items.length, newItems);
  }

  private void expect(
      ListChange list, int node, int from, int to, List<@Nullable Object> newItems) {
    int at = to < list.items.length ? list.items[to] : old.afterSubtree(node);
    if (!newItems.isEmpty()) {
      events = SmallLists.append(events, new Event(at, at, node, newItems));
    }
    for (int i = from; i < to; i++) {
      events =
          SmallLists.append(
              events, new Event(list.items[i], old.afterSubtree(list.items[i]), node, List.of()));
    }
  }

  private boolean compareTrees(int newRoot) {
    int i = root;
    int j = newRoot;
    int end = old.afterSubtree(root);
    while (true) {
      CallInterrupted.check();
      if (depth > 0 && closes(i)) {
        depth--;
        if (edited.afterSubtree(open[2 * depth + 1]) != j) {
          return false;
        }
      } else if (event < events.size() && events.get(event).at == i) {
        var here = events.get(event++);
        j = matchExpected(here.expected, j);
        if (j < 0) {
          return false;
        }
        i = here.end;
      } else if (i >= end) {
        return j == edited.afterSubtree(newRoot);
      } else if (j >= edited.afterSubtree(newRoot)) {
        return false;
      } else if (containsEvent(i)) {
        if (!hasSameCollectionKind(i, j)) {
          return false;
        }
        push(i, j);
        recordPosition(i, j);
        i = old.firstChild(i);
        j = edited.firstChild(j);
      } else {
        int next = old.afterSubtree(i);
        if (!hasSameSubtree(i, next, j)) {
          return false;
        }
        j += next - i;
        i = next;
      }
    }
  }

  private boolean closes(int i) {
    int node = open[2 * depth - 2];
    if (old.afterSubtree(node) != i) {
      return false;
    }
    if (event == events.size()) {
      return true;
    }
    var next = events.get(event);
    return next.at != i || !next.isInsertion() || next.owner < node;
  }

  private boolean containsEvent(int i) {
    if (event == events.size() || !NodeKind.isCollection(old.kind(i))) {
      return false;
    }
    var next = events.get(event);
    int end = old.afterSubtree(i);
    return next.at < end || (next.at == end && next.isInsertion() && next.owner >= i);
  }

  private boolean hasSameCollectionKind(int i, int j) {
    int kind = old.kind(i);
    return NodeKind.isMap(kind) ? NodeKind.isMap(edited.kind(j)) : NodeKind.isList(edited.kind(j));
  }

  private void push(int i, int j) {
    if (2 * depth == open.length) {
      open = java.util.Arrays.copyOf(open, 2 * open.length);
    }
    open[2 * depth] = i;
    open[2 * depth + 1] = j;
    depth++;
  }

  private void recordPosition(int i, int j) {
    if (newPositions != null) {
      newPositions[i - root] = j;
    }
  }

  /**
   * The node after the expected values at {@code j}, or -1 if the new text has something else
   * there.
   */
  private int matchExpected(List<? extends @Nullable Object> values, int j) {
    int at = j;
    for (int i = 0; i < values.size() && at >= 0; i++) {
      var value = values.get(i);
      at =
          value instanceof AddedEntry added
              ? matchExpected(added.value(), matchExpected(added.key(), at))
              : matchExpected(value, at);
    }
    return at;
  }

  private int matchExpected(@Nullable Object value, int at) {
    if (at < 0 || at >= edited.table.size) {
      return -1;
    }
    boolean same =
        value instanceof String text
            ? edited.type(at) == Node.Type.STRING && edited.textEquals(at, text)
            : OrderedMatch.matchesInOrder(edited, at, value)
                || EditValues.hasValue(edited.node(at), value);
    return same ? edited.afterSubtree(at) : -1;
  }

  /** Whether the nodes from {@code i} to {@code end} equal those at {@code j}, shifted. */
  private boolean hasSameSubtree(int i, int end, int j) {
    if (j + end - i > edited.table.size) {
      return false;
    }
    boolean empty = old.start(i) == old.end(i);
    advance(old.start(i), empty);
    boolean changed = splice < splices.size() && splices.get(splice).start() < old.end(i);
    if (newPositions != null) {
      for (int k = i; k < end; k++) {
        newPositions[k - root] = j + k - i;
      }
    }
    return changed ? hasSameNodes(i, end, j) : hasSameWords(i, end, j) && hasSameLastScalar(i, j);
  }

  private boolean hasSameWords(int i, int end, int j) {
    long[] olds = old.table.words;
    long[] news = edited.table.words;
    long delta = textShift - (long) begin;
    int ahead = j - i;
    for (int k = i; k < end; k++) {
      if (news[k + ahead] - olds[k] != delta) {
        return false;
      }
      if (NodeKind.isCollection(old.kind(k))) {
        k++;
        if (news[k + ahead] - olds[k] != ahead) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Compares the last scalars. The text of a block scalar at the end of the text depends on whether
   * a line break follows it.
   */
  private boolean hasSameLastScalar(int i, int j) {
    if (old.end(i) != old.bytes.length && edited.end(j) != edited.bytes.length) {
      return true;
    }
    int last = old.lastScalar(i);
    return !old.isBlockScalar(last) || old.text(last).equals(edited.text(last + j - i));
  }

  /** Compares nodes between which comments changed. */
  private boolean hasSameNodes(int i, int end, int j) {
    int ahead = j - i;
    for (int k = i; k < end; k = LayoutFinder.nextNode(old, k)) {
      boolean empty = old.start(k) == old.end(k);
      advance(old.start(k), empty);
      boolean collection = NodeKind.isCollection(old.kind(k));
      boolean same =
          old.kind(k) == edited.kind(k + ahead)
              && (empty || edited.start(k + ahead) == old.start(k) - begin + textShift)
              && (collection
                  ? edited.afterSubtree(k + ahead) == old.afterSubtree(k) + ahead
                  : hasSameScalar(k, k + ahead));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private boolean hasSameScalar(int k, int m) {
    int length = old.end(k) - old.start(k);
    return edited.end(m) - edited.start(m) == length
        || (old.isBlockScalar(k) && old.text(k).equals(edited.text(m)));
  }

  /** Adds the growth of all pieces before a position of the old text to the shift. */
  private void advance(int start, boolean empty) {
    while (splice < splices.size()) {
      var next = splices.get(splice);
      boolean before =
          empty
              ? next.end() < start || (next.start() < start && next.end() <= start)
              : next.end() <= start;
      if (!before) {
        return;
      }
      textShift += next.growth();
      splice++;
    }
  }

  private boolean keepsAliasTargets() {
    if (newPositions == null) {
      return true;
    }
    int end = old.afterSubtree(root);
    int last = old.table.firstAliasIndex(end);
    for (int k = old.table.firstAliasIndex(root); k < last; k++) {
      int position = newPositions[old.table.aliasNode(k) - root];
      if (position == 0) {
        continue;
      }
      int target = old.table.aliasTarget(k);
      int found = edited.resolveAlias(position);
      int expected = target >= root && target < end ? newPositions[target - root] : -1;
      if (expected < 0 ? found >= 0 : expected == 0 || expected != found) {
        return false;
      }
    }
    return true;
  }

  private boolean hasRequestedComments(Draft draft, List<Change> changes) {
    for (var change : changes) {
      if (change instanceof CommentChange comment
          && !CommentSplices.hasComment(draft, comment, edited)) {
        return false;
      }
    }
    return true;
  }
}
