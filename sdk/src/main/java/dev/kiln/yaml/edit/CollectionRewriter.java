package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.CommentChange;
import dev.kiln.yaml.edit.Change.KeptItem;
import dev.kiln.yaml.edit.Change.ListChange;
import dev.kiln.yaml.edit.Change.MapChange;
import dev.kiln.yaml.edit.Change.NewItem;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes an edit whose surroundings {@link Splicer} cannot handle. It rewrites the innermost
 * collection around the change from its values, then the collection around that one, until the
 * result has the intended meaning.
 */
final class CollectionRewriter {
  /**
   * The number of enclosing collections that are tried one by one; after that, the whole text is
   * rewritten.
   */
  private static final int TRIES = 16;

  /**
   * The depth limit of the recursion that makes values. It descends only into nodes with a change.
   */
  private static final int DEEP = 500;

  private final Draft draft;
  private final YamlSource source;
  private int depth;

  private CollectionRewriter(Draft draft) {
    this.draft = draft;
    this.source = draft.source;
  }

  static YamlSource apply(Draft draft) {
    var current = draft.afresh();
    var rewriting = new CollectionRewriter(draft);
    for (var change : draft.changes) {
      if (change instanceof CommentChange comment) {
        throw draft.source.error(
            draft.source.propsStart(comment.spot.node()), "there is no place for a comment here");
      }
    }
    var next = rewriting.outward(current);
    if (next == null) {
      current.literals = false; // the text that follows would become part of a block scalar
      next = rewriting.outward(current);
    }
    if (next == null) {
      throw draft.source.error(
          draft.source.propsStart(draft.changes.getFirst().spot.node()),
          "a change that cannot be written in this text");
    }
    return next;
  }

  private @Nullable YamlSource outward(Draft current) {
    int around = around();
    for (int tries = 1; ; tries++) {
      var spot = current.spot(around);
      var next = attempt(current, spot);
      if (next != null || spot.parent() < 0) {
        return next;
      }
      around = tries < TRIES ? spot.parent() : current.root;
    }
  }

  /** The innermost collection that contains all changes. */
  private int around() {
    int around = draft.root;
    int first = Integer.MAX_VALUE;
    int last = -1;
    for (var change : draft.changes) {
      first = Math.min(first, change.spot.node());
      last = Math.max(last, change.spot.node());
    }
    for (int child = around; child <= first; ) {
      if (source.next(child) > last) {
        around = child;
        if (!NodeKind.isCollection(source.kind(child))) {
          break;
        }
        child = source.first(child);
      } else {
        child = source.next(child);
      }
    }
    return around;
  }

  private @Nullable YamlSource attempt(Draft current, Change.NodePosition spot) {
    var value = value(spot.node());
    current.changes = List.of();
    current.replace(spot, value);
    return Splicer.attempt(current);
  }

  /** The new value of a node. Nodes without a change inside are kept as nodes. */
  private @Nullable Object value(int node) {
    if (!draft.touches(node)) {
      return source.node(node);
    }
    if (depth > DEEP) {
      throw source.error(source.propsStart(node), "a change too deep to be written in this text");
    }
    depth++;
    @Nullable Object value =
        switch (draft.of(node)) {
          case Replacement replacement -> replacement.value;
          case ListChange list -> items(list);
          case MapChange map -> entries(node, map);
          case null, default ->
              NodeKind.isMap(source.kind(node)) ? entries(node, null) : items(node);
        };
    depth--;
    return value;
  }

  private Object entries(int node, @Nullable MapChange change) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (var entry : source.node(node).entries()) {
      boolean own = YamlSource.of(entry.value()) == source && YamlSource.key(entry.value()) >= 0;
      int key = own ? YamlSource.key(entry.value()) : -1;
      boolean here = key > node && key < source.next(node);
      if (change != null && here && change.removes(key)) {
        continue;
      }
      var name = change == null || !here ? null : change.renamed.get(key);
      map.put(
          name == null ? entry.name() : name,
          here ? value(YamlSource.index(entry.value())) : entry.value());
    }
    if (change != null) {
      for (var added : change.added) {
        map.put(added.key(), added.value());
      }
    }
    return map;
  }

  private List<@Nullable Object> items(ListChange change) {
    var list = new ArrayList<@Nullable Object>();
    for (var part : change.parts) {
      list.add(
          switch (part) {
            case KeptItem(int ordinal) -> value(change.items[ordinal]);
            case NewItem(var value) -> value;
          });
    }
    return list;
  }

  private List<@Nullable Object> items(int node) {
    var list = new ArrayList<@Nullable Object>();
    for (int item : draft.items(node)) {
      list.add(value(item));
    }
    return list;
  }
}
