package dev.kiln.runtime;

import dev.kiln.sdk.FileRef;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.Result;
import dev.kiln.yaml.node.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An item that a function returned, with the input item that it comes from, unless it is new.
 *
 * @param same whether both are known to have the same annotations for orchestrators
 */
record ItemPair(@Nullable Resource before, Resource after, boolean same) {
  /**
   * Finds the input item of each output item. Most items have kept their place in the list. The
   * others are matched by the id that an orchestrator gave them, then by their resource id, then by
   * their place in a file, and last by their kind and place in the list.
   */
  static List<ItemPair> match(List<Resource> before, List<Resource> after) {
    var search = new Search(before, after);
    search.inPlace();
    if (search.missing == 0) {
      return search.pairs();
    }
    search.by(item -> ReservedAnnotations.orchestratorsId(item).orElse(null));
    search.by(Resource::id);
    search.by(item -> FileRef.of(item).orElse(null));
    if (before.size() == after.size()) {
      search.inPlaceByKind();
    }
    return search.pairs();
  }

  /** The item as it may be returned to the caller. */
  Resource settled(List<Result> remarks) {
    return before == null || same ? after : ReservedAnnotations.settle(before, after, remarks);
  }

  private static final class Search {
    private final List<Resource> before;
    private final List<Resource> after;
    private final boolean[] taken; // of before
    private final @Nullable Resource[] found; // for each of after
    private final boolean[] same; // for each of after
    private int missing;

    Search(List<Resource> before, List<Resource> after) {
      this.before = before;
      this.after = after;
      this.taken = new boolean[before.size()];
      this.found = new @Nullable Resource[after.size()];
      this.same = new boolean[after.size()];
      this.missing = after.size();
    }

    void inPlace() {
      for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
        Resource was = before.get(i);
        Resource is = after.get(i);
        same[i] = was.node() == is.node() || sameAtFirstSight(was, is);
        if (same[i]) {
          pair(i, i);
        }
      }
    }

    private static boolean sameAtFirstSight(Resource was, Resource is) {
      if (ReservedAnnotations.isAllSame(was, is)) {
        return true;
      }
      Map<String, Node> known = ReservedAnnotations.of(was);
      return ReservedAnnotations.same(known, ReservedAnnotations.of(is))
          && (!known.isEmpty() || (was.kind().equals(is.kind()) && was.name().equals(is.name())));
    }

    void inPlaceByKind() {
      for (int i = 0; i < after.size(); i++) {
        if (found[i] == null && !taken[i] && before.get(i).kind().equals(after.get(i).kind())) {
          pair(i, i);
        }
      }
    }

    /** Pairs items that have the same key; items without a key stay unpaired. */
    void by(Function<Resource, @Nullable Object> key) {
      if (missing == 0) {
        return;
      }
      Map<Object, Deque<Integer>> known = remaining(key);
      for (int i = 0; i < found.length; i++) {
        Object wanted = found[i] == null ? key.apply(after.get(i)) : null;
        Deque<Integer> same = wanted == null ? null : known.get(wanted);
        if (same != null && !same.isEmpty()) {
          pair(same.remove(), i);
        }
      }
    }

    private Map<Object, Deque<Integer>> remaining(Function<Resource, @Nullable Object> key) {
      var known = new HashMap<Object, Deque<Integer>>();
      for (int i = 0; i < taken.length; i++) {
        Object own = taken[i] ? null : key.apply(before.get(i));
        if (own != null) {
          known.computeIfAbsent(own, _ -> new ArrayDeque<>()).add(i);
        }
      }
      return known;
    }

    private void pair(int was, int is) {
      taken[was] = true;
      found[is] = before.get(was);
      same[is] |= before.get(was).node() == after.get(is).node();
      missing--;
    }

    List<ItemPair> pairs() {
      var pairs = new ArrayList<ItemPair>(found.length);
      for (int i = 0; i < found.length; i++) {
        pairs.add(new ItemPair(found[i], after.get(i), same[i]));
      }
      return pairs;
    }
  }
}
