package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.edit.Change.Replacement;
import dev.kiln.yaml.node.YamlSource;
import dev.kiln.yaml.table.NodeKind;
import dev.kiln.yaml.table.NodeTable;
import dev.kiln.yaml.write.LayoutFinder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The anchored values in a draft's root and their aliases there. Both are sorted, so that an edit
 * finds those that it concerns without a look at all of them.
 */
final class SharedValues {
  private final YamlSource source;
  private final int root;

  /** The anchored nodes that have aliases. */
  private final int[] targets;

  /** The aliases of all targets, and for each target where its own begin. */
  private final int[] aliases;

  private final int[] firstAlias;

  /** By target, the innermost other target around it, or -1. */
  private final int[] around;

  /** By target, whether its aliases have got copies. */
  private final boolean[] copied;

  private NodePosition @Nullable [] positions;

  SharedValues(YamlSource source, int root) {
    this.source = source;
    this.root = root;
    long[] pairs = sortedPairs(source, root);
    this.aliases = new int[pairs.length];
    this.targets = new int[pairs.length + 1];
    this.firstAlias = new int[pairs.length + 1];
    this.around = new int[pairs.length];
    this.copied = new boolean[pairs.length];
    Arrays.fill(targets, Integer.MAX_VALUE);
    int count = 0;
    for (int i = 0; i < pairs.length; i++) {
      int target = (int) (pairs[i] >>> 32);
      aliases[i] = (int) pairs[i];
      if (count == 0 || targets[count - 1] != target) {
        targets[count] = target;
        firstAlias[count] = i;
        around[count] = innermostAround(target, count - 1);
        count++;
      }
      firstAlias[count] = i + 1;
    }
  }

  /** Each target with each of its aliases. */
  private static long[] sortedPairs(YamlSource source, int root) {
    NodeTable table = source.table;
    int from = table.firstAliasIndex(root);
    int to = table.firstAliasIndex(source.afterSubtree(root));
    var pairs = new long[to - from];
    int count = 0;
    for (int k = from; k < to; k++) {
      if (table.aliasTarget(k) >= root) {
        pairs[count++] = (long) table.aliasTarget(k) << 32 | table.aliasNode(k);
      }
    }
    Arrays.sort(pairs, 0, count);
    return Arrays.copyOf(pairs, count);
  }

  private int innermostAround(int node, int last) {
    int k = last;
    while (k >= 0 && source.afterSubtree(targets[k]) <= node) {
      k = around[k];
    }
    return k;
  }

  /**
   * Gives copies to the aliases of all values through which a change of a node would show in
   * another place.
   *
   * @param whole whether the whole node is replaced or removed, and not only entries in it
   * @return whether there were any
   */
  boolean copyAround(Draft draft, int node, boolean whole) {
    boolean any = false;
    int found = Arrays.binarySearch(targets, node);
    int next = found >= 0 ? found : -found - 1;
    int last = found >= 0 ? found : next - 1;
    for (int k = innermostAround(node, last); k >= 0; k = around[k]) {
      any |= copy(draft, k);
    }
    int end = source.afterSubtree(node);
    for (int k = next; whole && targets[k] < end; k++) {
      boolean isSharedOutside = aliases[firstAlias[k + 1] - 1] >= end;
      any |= isSharedOutside && copy(draft, k);
    }
    return any;
  }

  private boolean copy(Draft draft, int k) {
    if (copied[k]) {
      return false;
    }
    copied[k] = true;
    var value = source.node(targets[k]);
    for (int i = firstAlias[k]; i < firstAlias[k + 1]; i++) {
      if (!draft.discards(aliases[i])) {
        draft.add(new Replacement(positionOf(aliases[i]), value, false, true));
      }
    }
    draft.unusedAnchors.add(targets[k]);
    return true;
  }

  private NodePosition positionOf(int alias) {
    var known = positions;
    if (known == null) {
      known = findPositions();
      positions = known;
    }
    return known[source.table.firstAliasIndex(alias) - source.table.firstAliasIndex(root)];
  }

  /** The positions of all aliases in the order of the text. */
  private NodePosition[] findPositions() {
    int first = source.table.firstAliasIndex(root);
    int end = source.afterSubtree(root);
    var found = new NodePosition[source.table.firstAliasIndex(end) - first];
    int count = 0;
    int[] open = new int[16];
    int[] keys = new int[16]; // by open map, the key whose value comes next, or -1
    int depth = 0;
    for (int i = root; i < end; i = LayoutFinder.nextNode(source, i)) {
      while (depth > 0 && source.afterSubtree(open[depth - 1]) <= i) {
        depth--;
      }
      int key = -1;
      if (depth > 0 && NodeKind.isMap(source.kind(open[depth - 1]))) {
        key = keys[depth - 1];
        keys[depth - 1] = key < 0 ? i : -1;
      }
      if (source.kind(i) == NodeKind.ALIAS) {
        found[count++] = new NodePosition(i, depth == 0 ? -1 : open[depth - 1], key);
      } else if (NodeKind.isCollection(source.kind(i))) {
        if (depth == open.length) {
          open = Arrays.copyOf(open, 2 * depth);
          keys = Arrays.copyOf(keys, 2 * depth);
        }
        open[depth] = i;
        keys[depth++] = -1;
      }
    }
    return found;
  }
}
