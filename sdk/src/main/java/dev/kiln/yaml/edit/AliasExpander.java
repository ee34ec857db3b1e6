package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.AnchorRemoval;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.node.YamlSource;

/**
 * Expands aliases before an edit. An anchored value is one text that several places share. Before
 * one of the places changes, the others get a copy of the text, so that their meaning stays the
 * same.
 */
final class AliasExpander {
  private AliasExpander() {}

  /**
   * Replaces an alias with a copy of the value it refers to. Pending changes of the draft are
   * written first.
   */
  static void expand(Draft draft, NodePosition alias) {
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return;
    }
    draft.replace(alias, YamlSource.resolved(draft.source.node(alias.node())));
    draft.flush();
  }

  /**
   * Copies shared values through which a change of a node would show in another place.
   *
   * @param whole whether the whole node is replaced or removed, and not only entries in it
   * @return whether there were any; then the draft has new nodes
   */
  static boolean unshare(Draft draft, int node, boolean whole) {
    var source = draft.source;
    if (!source.hasAliases()) {
      return false;
    }
    int end = source.afterSubtree(draft.root);
    for (int k = 0; k < source.table.aliasCount; k++) {
      int alias = source.table.aliasNode(k);
      int target = source.table.aliasTarget(k);
      if (alias < draft.root || alias >= end || target < draft.root) {
        continue;
      }
      boolean containsNode = target <= node && node < source.afterSubtree(target);
      boolean isInsideNode = target >= node && target < source.afterSubtree(node);
      boolean aliasIsOutside = alias < node || alias >= source.afterSubtree(node);
      if ((containsNode && alias != node) || (whole && isInsideNode && aliasIsOutside)) {
        copyToAliases(draft, target);
        return true;
      }
    }
    return false;
  }

  /** Copies values that items of a list share with one another or with nodes outside the list. */
  static boolean unshareItems(Draft draft, int list) {
    if (!draft.source.hasAliases()) {
      return false;
    }
    for (int item : draft.source.items(list)) {
      if (unshare(draft, item, true)) {
        return true;
      }
    }
    return false;
  }

  private static void copyToAliases(Draft draft, int target) {
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return;
    }
    var source = draft.source;
    int end = source.afterSubtree(draft.root);
    for (int k = 0; k < source.table.aliasCount; k++) {
      int alias = source.table.aliasNode(k);
      if (source.table.aliasTarget(k) == target && alias >= draft.root && alias < end) {
        draft.replace(draft.positionOf(alias), source.node(target));
      }
    }
    draft.add(new AnchorRemoval(draft.positionOf(target)));
    draft.flush();
  }
}
