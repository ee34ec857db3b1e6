package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Comment;
import dev.kiln.yaml.node.Edit;
import dev.kiln.yaml.node.Entry;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import dev.kiln.yaml.node.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Edits one tree until it means the same as another, with few edits: equal parts keep their lines.
 * Comments that only the other tree has are added. A value that stays keeps its comments.
 */
final class MinimalEdits {
  private static final Path METADATA = Path.keys("metadata");
  private static final Path ANNOTATIONS = METADATA.key("annotations");
  private static final Node EMPTY_MAP = Yaml.parse("{}");

  private final Changes changes;
  private final Predicate<String> leftOut;
  private final ArrayDeque<Pair> pending =
      new ArrayDeque<>(); // not the call stack: trees may be deep

  /** Whether there are no comments to add. */
  private boolean withoutNewComments;

  private record Pair(Path path, Node old, Node wanted) {}

  /** Comments to add. They come last, because an edit applies each kind of change together. */
  private final Set<Note> newComments = new LinkedHashSet<>();

  /**
   * A comment.
   *
   * @param isOld whether the old value has it as well
   */
  private record Note(Path path, Comment place, String text, boolean isOld) {}

  /**
   * Receives the changes, to apply them or to report them. A path leads to a value as all changes
   * before have left it.
   */
  interface Changes {
    void set(Path path, @Nullable Node old, Node value);

    /** Sets a text of several lines, whatever its quotes. */
    void setLines(Path path, Node old, Node value);

    void remove(Path path, Node old);

    void insert(Path list, int index, Node value);

    /** Reorders the items of a list; {@code order} has their present indexes. */
    void reorder(Path list, List<Integer> order, Node old, Node wanted);

    void comment(Path path, Comment place, String text);
  }

  private MinimalEdits(Changes changes, Predicate<String> leftOut) {
    this.changes = changes;
    this.leftOut = leftOut;
  }

  /**
   * Changes the item to mean the same as {@code wanted}. Annotations whose names match {@code
   * leftOut} stay as the item has them.
   */
  static Resource apply(Resource item, Resource wanted, Predicate<String> leftOut) {
    try {
      Resource edited = item.edit(edit -> diff(new Editing(edit), item, wanted, leftOut));
      if (isEqual(edited, wanted, leftOut)) {
        return edited;
      }
    } catch (BadYaml _) {
      // aliases or merge keys prevent the edit: replace the item as a whole
    }
    return wanted.edit(
        edit -> {
          for (String name : wanted.annotations().keySet()) {
            if (leftOut.test(name) && item.annotation(name).isEmpty()) {
              edit.remove(ANNOTATIONS.key(name));
            }
          }
          item.annotations().forEach((name, value) -> keepAnnotation(edit, name, value, leftOut));
        });
  }

  private static void keepAnnotation(
      Edit edit, String name, String value, Predicate<String> leftOut) {
    if (leftOut.test(name)) {
      edit.set(ANNOTATIONS.key(name), value);
    }
  }

  /** Passes to {@code changes} what makes {@code from} mean the same as {@code to}. */
  static void diff(Changes changes, Resource from, Resource to, Predicate<String> leftOut) {
    new MinimalEdits(changes, leftOut).diff(from.node(), to.node());
  }

  private static boolean isEqual(Resource one, Resource other, Predicate<String> leftOut) {
    return differences(one, other, leftOut).isEmpty();
  }

  private void diff(Node old, Node wanted) {
    withoutNewComments = !mayHaveMoreComments(wanted, old);
    Map<String, Integer> extraComments = withoutNewComments ? Map.of() : countComments(wanted);
    pending.push(new Pair(Path.keys(), old, wanted));
    while (!pending.isEmpty()) {
      Pair pair = pending.pop();
      if (!pair.path.isRoot()) {
        collectComments(pair.path, pair.old, pair.wanted);
      }
      if (pair.old.isMap() && pair.wanted.isMap() && pair.wanted.size() > 0) {
        diffMaps(pair);
      } else if (pair.old.isList() && pair.wanted.isList() && pair.wanted.size() > 0) {
        diffLists(pair);
      } else if (!pair.old.hasSameValueAs(pair.wanted)) {
        if (isMultilineReplacement(pair)) {
          changes.setLines(pair.path, pair.old, pair.wanted);
        } else {
          changes.set(pair.path, pair.old, pair.wanted);
        }
      }
    }
    if (!withoutNewComments) {
      countComments(old).forEach((text, count) -> extraComments.merge(text, -count, Integer::sum));
      newComments.forEach(note -> addIfNew(note, extraComments));
    }
  }

  /**
   * Whether a text of several lines replaces a block scalar. The new text is then a block scalar
   * too.
   */
  private static boolean isMultilineReplacement(Pair pair) {
    boolean block = pair.old.style() == Style.LITERAL || pair.old.style() == Style.FOLDED;
    return block && pair.wanted.isString() && pair.wanted.text().indexOf('\n') >= 0;
  }

  /**
   * A tool that rewrites YAML may move a comment to another value. A comment is therefore new only
   * if its text occurs more often in the other tree.
   */
  private void addIfNew(Note note, Map<String, Integer> extraComments) {
    if (!note.isOld && extraComments.merge(note.text, -1, Integer::sum) >= 0) {
      changes.comment(note.path, note.place, note.text);
    }
  }

  /**
   * Whether {@code one} may have comments that {@code other} lacks. The texts are compared from
   * each {@code #} to the end of its line. This is fast, but takes some strings for comments.
   */
  static boolean mayHaveMoreComments(Node one, Node other) {
    List<String> ends = commentLines(one);
    if (ends.isEmpty()) {
      return false;
    }
    commentLines(other).forEach(ends::remove); // each removes one occurrence
    return !ends.isEmpty();
  }

  private static List<String> commentLines(Node node) {
    var ends = new ArrayList<String>();
    String text = node.toString();
    for (int hash = text.indexOf('#'); hash >= 0; hash = text.indexOf('#', hash + 1)) {
      int end = text.indexOf('\n', hash);
      ends.add(text.substring(hash, end < 0 ? text.length() : end).stripTrailing());
      hash = end < 0 ? text.length() : end;
    }
    return ends;
  }

  /** How often each comment occurs in a tree. */
  private static Map<String, Integer> countComments(Node root) {
    var counts = new HashMap<String, Integer>();
    var pending = new ArrayDeque<>(List.of(root));
    while (!pending.isEmpty()) {
      Node node = pending.pop();
      for (Comment place : Comment.values()) {
        node.comment(place).ifPresent(text -> counts.merge(text, 1, Integer::sum));
      }
      node.entries().forEach(entry -> pending.push(entry.value()));
      node.items().forEach(pending::push);
    }
    return counts;
  }

  /**
   * Notes the comments of a node, and of its first child, whose head comment stands before the text
   * of the node.
   */
  private void collectComments(Path path, @Nullable Node old, Node wanted) {
    if (withoutNewComments) {
      return;
    }
    if (wanted.isMap() && wanted.size() > 0) {
      var first = wanted.entries().getFirst();
      Node oldFirst = old == null ? null : old.at(first.name());
      collectComments(path.key(first.name()), Comment.HEAD, oldFirst, first.value());
    } else if (wanted.isList() && wanted.size() > 0) {
      Node oldFirst = old == null || old.items().isEmpty() ? null : old.items().getFirst();
      collectComments(path.index(0), Comment.HEAD, oldFirst, wanted.items().getFirst());
    }
    for (Comment place : Comment.values()) {
      collectComments(path, place, old, wanted);
    }
  }

  private void collectComments(Path path, Comment place, @Nullable Node old, Node wanted) {
    Optional<String> found = wanted.comment(place);
    if (found.isPresent()) {
      boolean isOld = old != null && old.comment(place).equals(found);
      newComments.add(new Note(path, place, found.get(), isOld));
    }
  }

  private void diffMaps(Pair pair) {
    for (var entry : pair.old.entries()) {
      Node wanted = pair.wanted.at(keyIn(pair.wanted, entry));
      if (wanted == null
          ? !isLeftOut(pair.path, entry.name())
          : entry.value().size() > 0 && isEmptied(pair.path, entry.name(), entry.value(), wanted)) {
        changes.remove(pair.path.key(entry.name()), entry.value());
      }
    }
    for (var entry : pair.wanted.entries()) {
      String name = keyIn(pair.old, entry);
      Node old = pair.old.at(name);
      if ((withoutNewComments && old != null && old.hasSameTextAs(entry.value()))
          || isLeftOut(pair.path, entry.name())
          || (old != null && isEmptied(pair.path, name, old, entry.value()))) {
        continue;
      }
      Path path = pair.path.key(name);
      if ((old == null || old.isNull()) && (path.equals(METADATA) || path.equals(ANNOTATIONS))) {
        old = EMPTY_MAP; // and compare the entries one by one, because some may be left out
      }
      if (old == null) {
        changes.set(path, null, entry.value());
        collectComments(path, null, entry.value());
      } else {
        pending.push(new Pair(path, old, entry.value()));
      }
    }
  }

  /**
   * The spelling of a key in another map. A tool that reads {@code ~} may write it as {@code null}.
   */
  private static String keyIn(Node map, Entry entry) {
    String name = entry.name();
    if (entry.key().isNull() && map.at(name) == null) {
      String other = name.equals("~") ? "null" : "~";
      return map.at(other) == null ? name : other;
    }
    return name;
  }

  private boolean isLeftOut(Path map, String name) {
    return map.equals(ANNOTATIONS) && leftOut.test(name);
  }

  /**
   * Whether this is an annotations map of which all wanted entries are left out, so that none
   * remains.
   */
  private boolean isEmptied(Path map, String name, Node old, Node wanted) {
    return name.equals("annotations")
        && map.equals(METADATA)
        && wanted.size() > 0
        && wanted.entries().stream().allMatch(entry -> leftOut.test(entry.name()))
        && old.entries().stream().noneMatch(entry -> leftOut.test(entry.name()));
  }

  /** Removes items, orders those that stay, adds the new ones, and then compares each pair. */
  private void diffLists(Pair pair) {
    List<Node> old = pair.old.items();
    List<Node> wanted = pair.wanted.items();
    int[] origins = ListAlignment.align(old, wanted);
    int[] kept = Arrays.stream(origins).filter(origin -> origin >= 0).sorted().toArray();
    for (int i = old.size() - 1, k = kept.length - 1; i >= 0; i--) {
      if (k >= 0 && kept[k] == i) {
        k--;
      } else {
        changes.remove(pair.path.index(i), old.get(i));
      }
    }
    List<Integer> order =
        Arrays.stream(origins)
            .filter(origin -> origin >= 0)
            .mapToObj(origin -> Arrays.binarySearch(kept, origin))
            .toList();
    if (!isAscending(order)) {
      changes.reorder(pair.path, order, pair.old, pair.wanted);
    }
    for (int i = 0; i < origins.length; i++) {
      if (origins[i] < 0) {
        changes.insert(pair.path, i, wanted.get(i));
        collectComments(pair.path.index(i), null, wanted.get(i));
      } else {
        pending.push(new Pair(pair.path.index(i), old.get(origins[i]), wanted.get(i)));
      }
    }
  }

  private static boolean isAscending(List<Integer> order) {
    for (int i = 0; i < order.size(); i++) {
      if (order.get(i) != i) {
        return false;
      }
    }
    return true;
  }

  /** Applies the changes. */
  private record Editing(Edit edit) implements Changes {
    @Override
    public void set(Path path, @Nullable Node old, Node value) {
      edit.set(path, value);
    }

    @Override
    public void setLines(Path path, Node old, Node value) {
      edit.set(path, value.text());
    }

    @Override
    public void remove(Path path, Node old) {
      edit.remove(path);
    }

    @Override
    public void insert(Path list, int index, Node value) {
      edit.insert(list, index, value);
    }

    @Override
    public void reorder(Path list, List<Integer> order, Node old, Node wanted) {
      edit.reorder(list, order);
    }

    @Override
    public void comment(Path path, Comment place, String text) {
      edit.comment(path, place, text);
    }
  }

  /** Reports the changes of meaning. */
  private record Telling(List<FieldChange> changes) implements Changes {
    @Override
    public void set(Path path, @Nullable Node old, Node value) {
      changes.add(new FieldChange(path, old, value));
    }

    @Override
    public void setLines(Path path, Node old, Node value) {
      set(path, old, value);
    }

    @Override
    public void remove(Path path, Node old) {
      changes.add(new FieldChange(path, old, null));
    }

    @Override
    public void insert(Path list, int index, Node value) {
      changes.add(new FieldChange(list.index(index), null, value));
    }

    @Override
    public void reorder(Path list, List<Integer> order, Node old, Node wanted) {
      changes.add(new FieldChange(list, old, wanted));
    }

    @Override
    public void comment(Path path, Comment place, String text) {}
  }

  /** The fields in which the two resources differ. */
  static List<FieldChange> differences(Resource from, Resource to, Predicate<String> leftOut) {
    var changes = new ArrayList<FieldChange>();
    diff(new Telling(changes), from, to, leftOut);
    return changes;
  }
}
