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
 * @param hasSameAnnotations whether both are known to have the same annotations for orchestrators
 */
record ItemPair(@Nullable Resource before, Resource after, boolean hasSameAnnotations) {
  /**
   * Whether each output item comes from the input item at its position, and has the same
   * annotations for orchestrators. This is true for nearly all functions.
   */
  @SuppressWarnings("ReferenceEquality") // identity is meant: the function changed nothing
  static boolean areInPlace(List<Resource> before, List<Resource> after) {
    if (before == after) {
      return true;
    }
    boolean inPlace = before.size() == after.size();
    for (int i = 0; inPlace && i < after.size(); i++) {
      inPlace = isInPlace(before.get(i), after.get(i));
    }
    return inPlace;
  }

  @SuppressWarnings("ReferenceEquality") // an edit that changes nothing returns the same node
  private static boolean isInPlace(Resource was, Resource is) {
    return was.node() == is.node()
        || (ReservedAnnotations.areSame(was, is)
            && (ReservedAnnotations.hasAny(was) || hasSameKindAndName(was.node(), is.node())));
  }

  /** Compares the nodes, because their texts would have to be made. */
  private static boolean hasSameKindAndName(Node was, Node is) {
    Node metadata = was.at("metadata");
    Node newMetadata = is.at("metadata");
    return isWrittenTheSame(was.at("kind"), is.at("kind"))
        && (metadata == null
            ? newMetadata == null
            : newMetadata != null && isWrittenTheSame(metadata.at("name"), newMetadata.at("name")));
  }

  private static boolean isWrittenTheSame(@Nullable Node was, @Nullable Node is) {
    return was == null ? is == null : is != null && was.hasSameTextAs(is);
  }

  /**
   * Finds the input item of each output item. Most items have kept their place in the list. The
   * others are matched by the id that an orchestrator gave them, then by their resource id, then by
   * their place in a file, and last by their kind and place in the list.
   */
  static List<ItemPair> match(List<Resource> before, List<Resource> after) {
    var search = new Search(before, after);
    search.pairInPlace();
    if (search.unpairedCount == 0) {
      return search.pairs();
    }
    search.pairByKey(item -> ReservedAnnotations.findOrchestratorId(item).orElse(null));
    search.pairByKey(Resource::id);
    search.pairByKey(item -> FileRef.of(item).orElse(null));
    if (before.size() == after.size()) {
      search.pairInPlaceByKind();
    }
    return search.pairs();
  }

  /** The item as it may be returned to the caller. */
  Resource withRestoredAnnotations(List<Result> remarks) {
    return before == null || hasSameAnnotations
        ? after
        : ReservedAnnotations.restore(before, after, remarks);
  }

  private static final class Search {
    private final List<Resource> before;
    private final List<Resource> after;
    private final boolean[] isPaired; // of before
    private final @Nullable Resource[] origins; // for each of after
    private final boolean[] hasSameAnnotations; // for each of after
    private int unpairedCount;

    Search(List<Resource> before, List<Resource> after) {
      this.before = before;
      this.after = after;
      this.isPaired = new boolean[before.size()];
      this.origins = new @Nullable Resource[after.size()];
      this.hasSameAnnotations = new boolean[after.size()];
      this.unpairedCount = after.size();
    }

    void pairInPlace() {
      for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
        Resource was = before.get(i);
        Resource is = after.get(i);
        hasSameAnnotations[i] = isInPlace(was, is);
        if (hasSameAnnotations[i]) {
          pair(i, i);
        }
      }
    }

    void pairInPlaceByKind() {
      for (int i = 0; i < after.size(); i++) {
        if (origins[i] == null
            && !isPaired[i]
            && before.get(i).kind().equals(after.get(i).kind())) {
          pair(i, i);
        }
      }
    }

    /** Pairs items that have the same key; items without a key stay unpaired. */
    void pairByKey(Function<Resource, @Nullable Object> key) {
      if (unpairedCount == 0) {
        return;
      }
      Map<Object, Deque<Integer>> known = unpairedByKey(key);
      for (int i = 0; i < origins.length; i++) {
        Object wanted = origins[i] == null ? key.apply(after.get(i)) : null;
        Deque<Integer> same = wanted == null ? null : known.get(wanted);
        if (same != null && !same.isEmpty()) {
          pair(same.remove(), i);
        }
      }
    }

    private Map<Object, Deque<Integer>> unpairedByKey(Function<Resource, @Nullable Object> key) {
      var known = new HashMap<Object, Deque<Integer>>();
      for (int i = 0; i < isPaired.length; i++) {
        Object own = isPaired[i] ? null : key.apply(before.get(i));
        if (own != null) {
          known.computeIfAbsent(own, _ -> new ArrayDeque<>()).add(i);
        }
      }
      return known;
    }

    private void pair(int was, int is) {
      isPaired[was] = true;
      origins[is] = before.get(was);
      hasSameAnnotations[is] |= before.get(was).node() == after.get(is).node();
      unpairedCount--;
    }

    List<ItemPair> pairs() {
      var pairs = new ArrayList<ItemPair>(origins.length);
      for (int i = 0; i < origins.length; i++) {
        pairs.add(new ItemPair(origins[i], after.get(i), hasSameAnnotations[i]));
      }
      return pairs;
    }
  }
}
