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
  private final YamlSource now;
  private final int begin;
  private final List<Splices.Splice> splices;
  private List<Event> events = List.of();
  private int event;
  private int splice;
  private int shift;
  private int[] open = new int[6];
  private int depth;

  /**
   * The positions of the old table's nodes in the new table; kept only if there are aliases to
   * compare.
   */
  private final int @Nullable [] moved;

  /**
   * A difference between the old and the new table.
   *
   * @param at the old node before which the difference begins
   * @param behind the old node from which on everything is unchanged; equal to {@code at} if
   *     nothing is removed
   * @param owner the node that was changed
   * @param expected the new content: values, strings for keys, and new entries
   */
  private record Event(int at, int behind, int owner, List<? extends @Nullable Object> expected) {
    boolean inserts() {
      return at == behind;
    }

    int compare(Event other) {
      int order = Integer.compare(at, other.at);
      order = order != 0 ? order : Boolean.compare(other.inserts(), inserts());
      return order != 0 ? order : Integer.compare(other.owner, owner);
    }
  }

  private EditVerifier(Draft draft, List<Splices.Splice> splices, YamlSource now) {
    this.old = draft.source;
    this.now = now;
    this.begin = draft.begin();
    this.splices = splices;
    this.moved = old.hasAliases() ? new int[old.table.size + 1] : null;
  }

  static boolean holds(Draft draft, List<Change> changes, Splices splices, YamlSource now) {
    var check = new EditVerifier(draft, splices.sorted(), now);
    for (var change : changes) {
      check.expect(change);
    }
    if (check.events.size() > 1) {
      check.events.sort(Event::compare);
    }
    return check.walk(draft.root, now.root())
        && check.aliases(draft.root)
        && check.comments(draft, changes);
  }

  private void expect(Change change) {
    int node = change.spot.node();
    if (change instanceof MapChange map) {
      expect(map, node);
    } else if (change instanceof Replacement replacement) {
      var value = Collections.singletonList(replacement.value);
      events = SmallLists.plus(events, new Event(node, old.next(node), node, value));
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
    events = SmallLists.plus(events, new Event(old.first(node), old.next(node), node, items));
  }

  private void expect(MapChange map, int node) {
    if (!map.removed.isEmpty()) {
      for (int key : map.removed) {
        events = SmallLists.plus(events, new Event(key, old.next(old.next(key)), node, List.of()));
      }
    }
    if (!map.renamed.isEmpty()) {
      expectRenamed(map);
    }
    if (!map.added.isEmpty()) {
      events = SmallLists.plus(events, new Event(old.next(node), old.next(node), node, map.added));
    }
  }

  private void expectRenamed(MapChange map) {
    map.renamed.forEach(
        (key, name) -> {
          if (!map.removes(key)) {
            events = SmallLists.plus(events, new Event(key, old.next(key), key, List.of(name)));
          }
        });
  }

  private void expect(ListChange list, int node) {
    int next = 0;
    var fresh = new ArrayList<@Nullable Object>();
    for (var part : list.parts) {
      if (part instanceof KeptItem(int ordinal)) {
        expect(list, node, next, ordinal, fresh);
        fresh = new ArrayList<>();
        next = ordinal + 1;
      } else if (part instanceof NewItem(var value)) {
        fresh.add(value);
      }
    }
    expect(list, node, next, list.items.length, fresh);
  }

  private void expect(ListChange list, int node, int from, int to, List<@Nullable Object> fresh) {
    int at = to < list.items.length ? list.items[to] : old.next(node);
    if (!fresh.isEmpty()) {
      events = SmallLists.plus(events, new Event(at, at, node, fresh));
    }
    for (int i = from; i < to; i++) {
      events =
          SmallLists.plus(
              events, new Event(list.items[i], old.next(list.items[i]), node, List.of()));
    }
  }

  private boolean walk(int root, int newRoot) {
    int i = root;
    int j = newRoot;
    int end = old.next(root);
    while (true) {
      if (depth > 0 && closes(i)) {
        depth--;
        if (now.next(open[2 * depth + 1]) != j) {
          return false;
        }
      } else if (event < events.size() && events.get(event).at == i) {
        var here = events.get(event++);
        j = expected(here.expected, j);
        if (j < 0) {
          return false;
        }
        i = here.behind;
      } else if (i >= end) {
        return j == now.next(newRoot);
      } else if (j >= now.next(newRoot)) {
        return false;
      } else if (holdsEvent(i)) {
        if (!sameOpening(i, j)) {
          return false;
        }
        push(i, j);
        note(i, j);
        i = old.first(i);
        j = now.first(j);
      } else {
        int next = old.next(i);
        if (!sameSubtree(i, next, j)) {
          return false;
        }
        j += next - i;
        i = next;
      }
    }
  }

  private boolean closes(int i) {
    int node = open[2 * depth - 2];
    if (old.next(node) != i) {
      return false;
    }
    if (event == events.size()) {
      return true;
    }
    var next = events.get(event);
    return next.at != i || !next.inserts() || next.owner < node;
  }

  private boolean holdsEvent(int i) {
    if (event == events.size() || !NodeKind.isCollection(old.kind(i))) {
      return false;
    }
    var next = events.get(event);
    int end = old.next(i);
    return next.at < end || (next.at == end && next.inserts() && next.owner >= i);
  }

  private boolean sameOpening(int i, int j) {
    int kind = old.kind(i);
    return NodeKind.isMap(kind) ? NodeKind.isMap(now.kind(j)) : NodeKind.isList(now.kind(j));
  }

  private void push(int i, int j) {
    if (2 * depth == open.length) {
      open = java.util.Arrays.copyOf(open, 2 * open.length);
    }
    open[2 * depth] = i;
    open[2 * depth + 1] = j;
    depth++;
  }

  private void note(int i, int j) {
    if (moved != null) {
      moved[i] = j;
    }
  }

  /**
   * The node after the expected values at {@code j}, or -1 if the new text has something else
   * there.
   */
  private int expected(List<? extends @Nullable Object> values, int j) {
    int at = j;
    for (int i = 0; i < values.size() && at >= 0; i++) {
      var value = values.get(i);
      at =
          value instanceof AddedEntry added
              ? expected(added.value(), expected(added.key(), at))
              : expected(value, at);
    }
    return at;
  }

  private int expected(@Nullable Object value, int at) {
    if (at < 0 || at >= now.table.size) {
      return -1;
    }
    boolean same =
        value instanceof String text
            ? now.type(at) == Node.Type.STRING && now.isKey(at, text)
            : OrderedMatch.holds(now, at, value) || EditValues.same(now.node(at), value);
    return same ? now.next(at) : -1;
  }

  /** Whether the nodes from {@code i} to {@code end} equal those at {@code j}, shifted. */
  private boolean sameSubtree(int i, int end, int j) {
    if (j + end - i > now.table.size) {
      return false;
    }
    boolean empty = old.start(i) == old.end(i);
    advance(old.start(i), empty);
    boolean changed = splice < splices.size() && splices.get(splice).start() < old.end(i);
    if (moved != null) {
      for (int k = i; k < end; k++) {
        moved[k] = j + k - i;
      }
    }
    return changed ? sameNodes(i, end, j) : sameWords(i, end, j) && sameLast(i, j);
  }

  private boolean sameWords(int i, int end, int j) {
    long[] olds = old.table.words;
    long[] news = now.table.words;
    long delta = shift - (long) begin;
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
  private boolean sameLast(int i, int j) {
    if (old.end(i) != old.bytes.length && now.end(j) != now.bytes.length) {
      return true;
    }
    int last = old.lastScalar(i);
    return !old.isBlockScalar(last) || old.text(last).equals(now.text(last + j - i));
  }

  /** Compares nodes between which comments changed. */
  private boolean sameNodes(int i, int end, int j) {
    int ahead = j - i;
    for (int k = i; k < end; k = LayoutFinder.behind(old, k)) {
      boolean empty = old.start(k) == old.end(k);
      advance(old.start(k), empty);
      boolean collection = NodeKind.isCollection(old.kind(k));
      boolean same =
          old.kind(k) == now.kind(k + ahead)
              && (empty || now.start(k + ahead) == old.start(k) - begin + shift)
              && (collection
                  ? now.next(k + ahead) == old.next(k) + ahead
                  : sameScalar(k, k + ahead));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private boolean sameScalar(int k, int m) {
    int length = old.end(k) - old.start(k);
    return now.end(m) - now.start(m) == length
        || (old.isBlockScalar(k) && old.text(k).equals(now.text(m)));
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
      shift += next.growth();
      splice++;
    }
  }

  private boolean aliases(int root) {
    if (moved == null) {
      return true;
    }
    int end = old.next(root);
    for (int k = 0; k < old.table.aliasCount; k++) {
      int alias = old.table.aliasNode(k);
      if (alias < root || alias >= end || moved[alias] == 0) {
        continue;
      }
      int target = old.table.aliasTarget(k);
      int found = now.target(moved[alias]);
      boolean inside = target >= root && target < end;
      if (inside ? moved[target] == 0 || moved[target] != found : found >= 0) {
        return false;
      }
    }
    return true;
  }

  private boolean comments(Draft draft, List<Change> changes) {
    for (var change : changes) {
      if (change instanceof CommentChange comment && !CommentSplices.took(draft, comment, now)) {
        return false;
      }
    }
    return true;
  }
}
