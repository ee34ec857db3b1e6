package dev.kiln.yaml.edit;

import dev.kiln.yaml.edit.Change.AnchorRemoval;
import dev.kiln.yaml.edit.Change.NodePosition;
import dev.kiln.yaml.node.Node;

/**
 * Expands aliases before an edit. An anchored value is one text that several places share. Before
 * one of the places changes, the others get a copy of the text, so that their meaning stays the
 * same.
 */
public final class AliasExpander {
  private AliasExpander() {}

  /** Puts in place of an alias what it stands for; what else the draft has is written first. */
  public static void writeOut(Draft draft, NodePosition alias) {
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return;
    }
    draft.replace(alias, new Node(draft.source, alias.node(), -1).resolved());
    draft.flush();
  }

  /**
   * Copies shared values through which a change of a node would show in another place.
   *
   * @param whole whether the whole node is replaced or removed, and not only entries in it
   * @return whether there were any; then the draft has new nodes
   */
  public static boolean undo(Draft draft, int node, boolean whole) {
    var source = draft.source;
    if (!source.hasAliases()) {
      return false;
    }
    int end = source.next(draft.root);
    for (int k = 0; k < source.table.aliasCount; k++) {
      int alias = source.table.aliasNode(k);
      int target = source.table.aliasTarget(k);
      if (alias < draft.root || alias >= end || target < draft.root) {
        continue;
      }
      boolean around = target <= node && node < source.next(target);
      boolean within = target >= node && target < source.next(node);
      boolean leaves = alias < node || alias >= source.next(node);
      if ((around && alias != node) || (whole && within && leaves)) {
        separate(draft, target);
        return true;
      }
    }
    return false;
  }

  /** Undoes the shares between the items of a list, and with what stands outside of it. */
  public static boolean undoItems(Draft draft, int list) {
    if (!draft.source.hasAliases()) {
      return false;
    }
    for (int item : draft.items(list)) {
      if (undo(draft, item, true)) {
        return true;
      }
    }
    return false;
  }

  private static void separate(Draft draft, int target) {
    if (!draft.changes.isEmpty()) {
      draft.flush();
      return;
    }
    var source = draft.source;
    int end = source.next(draft.root);
    for (int k = 0; k < source.table.aliasCount; k++) {
      int alias = source.table.aliasNode(k);
      if (source.table.aliasTarget(k) == target && alias >= draft.root && alias < end) {
        draft.replace(draft.spot(alias), new Node(source, target, -1));
      }
    }
    draft.add(new AnchorRemoval(draft.spot(target)));
    draft.flush();
  }
}
