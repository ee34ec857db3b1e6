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
  private static final int MAX_ATTEMPTS = 16;

  /**
   * The depth limit of the recursion that makes values. It descends only into nodes with a change.
   */
  private static final int MAX_RECURSION = 500;

  private final Draft draft;
  private final YamlSource source;
  private int depth;

  private CollectionRewriter(Draft draft) {
    this.draft = draft;
    this.source = draft.source;
  }

  static YamlSource apply(Draft draft) {
    var current = draft.withoutChanges();
    var rewriter = new CollectionRewriter(draft);
    for (var change : draft.changes) {
      if (change instanceof CommentChange comment) {
        throw draft.source.error(
            draft.source.propsStart(comment.position.node()),
            "there is no place for a comment here");
      }
    }
    var next = rewriter.rewriteEnclosing(current);
    if (next == null) {
      current.literalsAllowed = false; // the text that follows would become part of a block scalar
      next = rewriter.rewriteEnclosing(current);
    }
    if (next == null) {
      throw draft.source.error(
          draft.source.propsStart(draft.changes.getFirst().position.node()),
          "a change that cannot be written in this text");
    }
    return next;
  }

  private @Nullable YamlSource rewriteEnclosing(Draft current) {
    int collection = innermostCollection();
    for (int tries = 1; ; tries++) {
      var position = current.positionOf(collection);
      var next = tryRewrite(current, position);
      if (next != null || position.parent() < 0) {
        return next;
      }
      collection = tries < MAX_ATTEMPTS ? position.parent() : current.root;
    }
  }

  /** The innermost collection that contains all changes. */
  private int innermostCollection() {
    int innermost = draft.root;
    int first = Integer.MAX_VALUE;
    int last = -1;
    for (var change : draft.changes) {
      first = Math.min(first, change.position.node());
      last = Math.max(last, change.position.node());
    }
    for (int child = innermost; child <= first; ) {
      if (source.afterSubtree(child) > last) {
        innermost = child;
        if (!NodeKind.isCollection(source.kind(child))) {
          break;
        }
        child = source.firstChild(child);
      } else {
        child = source.afterSubtree(child);
      }
    }
    return innermost;
  }

  private @Nullable YamlSource tryRewrite(Draft current, Change.NodePosition position) {
    var value = newValue(position.node());
    current.changes = List.of();
    current.replace(position, value);
    return Splicer.tryApply(current);
  }

  /** The new value of a node. Nodes without a change inside are kept as nodes. */
  private @Nullable Object newValue(int node) {
    if (!draft.hasChangeIn(node)) {
      return source.node(node);
    }
    if (depth > MAX_RECURSION) {
      throw source.error(source.propsStart(node), "a change too deep to be written in this text");
    }
    depth++;
    @Nullable Object value =
        switch (draft.changeOf(node)) {
          case Replacement replacement -> replacement.value;
          case ListChange list -> newItems(list);
          case MapChange map -> newEntries(node, map);
          case null, default ->
              NodeKind.isMap(source.kind(node)) ? newEntries(node, null) : newItems(node);
        };
    depth--;
    return value;
  }

  private Object newEntries(int node, @Nullable MapChange change) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    boolean merges = change == null || change.removed.stream().noneMatch(source::isMergeKey);
    for (var entry : source.node(node).entries()) {
      boolean own = YamlSource.of(entry.value()) == source && YamlSource.key(entry.value()) >= 0;
      int key = own ? YamlSource.key(entry.value()) : -1;
      boolean isInThisMap = key > node && key < source.afterSubtree(node);
      if (isInThisMap ? change != null && change.removes(key) : !merges) {
        continue;
      }
      var name = change == null || !isInThisMap ? null : change.renamed.get(key);
      map.put(
          name == null ? entry.name() : name,
          isInThisMap ? newValue(YamlSource.index(entry.value())) : entry.value());
    }
    if (change != null) {
      for (var added : change.added) {
        map.put(added.key(), added.value());
      }
    }
    return map;
  }

  private List<@Nullable Object> newItems(ListChange change) {
    var list = new ArrayList<@Nullable Object>();
    for (var part : change.parts) {
      list.add(
          switch (part) {
            case KeptItem(int ordinal) -> newValue(change.items[ordinal]);
            case NewItem(var value) -> value;
          });
    }
    return list;
  }

  private List<@Nullable Object> newItems(int node) {
    var list = new ArrayList<@Nullable Object>();
    for (int item : draft.source.items(node)) {
      list.add(newValue(item));
    }
    return list;
  }
}
